/** One seat's line to the server: it opens itself again whenever it is lost. */

import type { Answer, AnyMessage, ChangeMessage, Commands, Orders, Presence, Refused, Request, TableMessage, Thinking } from "./protocol";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export interface Listener {
  table(message: TableMessage): void;
  change(message: ChangeMessage): void;
  presence(message: Presence): void;
  thinking(message: Thinking): void;
  orders(message: Orders): void;
  commands(message: Commands): void;
  /** Whether the table is up to date: it is with the first message after the line was opened. */
  connected(is: boolean): void;
  /** The link leads to no table. */
  closed(text: string): void;
  /** Something was refused that nobody waits for. */
  refused(refusal: Refused): void;
}

type Waiting = (answer: Answer) => void;

export class Live {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private nextId = 1;
  private wait = FIRST_WAIT;
  private closed = false;

  constructor(
    private readonly token: string,
    private language: string,
    private readonly listener: Listener,
  ) {
    this.open();
  }

  /** Sends a request; resolves with the reply or the refusal to it. */
  ask(request: Request): Promise<Answer> {
    const id = this.nextId++;
    return new Promise((resolve) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        resolve(lost(id));
        return;
      }
      this.waiting.set(id, resolve);
      this.socket.send(JSON.stringify({ id, ...request }));
    });
  }

  /** What is heard from now on is in another language. */
  speak(language: string): void {
    this.language = language;
    void this.ask({ do: "language", language });
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      socket.send(JSON.stringify({ do: "enter", token: this.token, language: this.language }));
    };
    socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as AnyMessage);
    socket.onclose = () => this.lose();
  }

  private lose(): void {
    for (const [id, resolve] of this.waiting) resolve(lost(id));
    this.waiting.clear();
    if (this.closed) return;
    this.listener.connected(false);
    setTimeout(() => this.closed || this.open(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  private hear(message: AnyMessage): void {
    switch (message.is) {
      case "table":
        this.listener.table(message);
        return this.listener.connected(true);
      case "change":
        return this.listener.change(message);
      case "presence":
        return this.listener.presence(message);
      case "thinking":
        return this.listener.thinking(message);
      case "orders":
        return this.listener.orders(message);
      case "commands":
        return this.listener.commands(message);
      case "closed":
        this.close();
        return this.listener.closed(message.text);
      default:
        return this.answer(message);
    }
  }

  private answer(message: Answer): void {
    const resolve = this.waiting.get(message.to);
    this.waiting.delete(message.to);
    if (resolve) resolve(message);
    else if (message.is === "refused") this.listener.refused(message);
  }
}

function lost(id: number): Refused {
  return { is: "refused", to: id, text: "", rule: "", code: "connection-lost" };
}
