/**
 * Mouse, touch and pen on the map: pan, zoom, pinch, click, long press, hover; dragging what can be taken up; with Shift
 * held, tracing a way or drawing a box.
 */

export interface Hands {
  /** What drawing with Shift held, or with the tool for it, does now. */
  draws(shift: boolean): "trace" | "box" | null;
  /** Draws a box from where the pointer went down; at the end with `done`. */
  box(fromX: number, fromY: number, x: number, y: number, done: boolean): void;
  /** Whether something at a place is taken up and goes with the pointer. */
  grab(x: number, y: number, touch: boolean): boolean;
  drag(x: number, y: number): void;
  drop(x: number, y: number): void;
}

export interface Gestures {
  /** The pointer goes down: what a click means is what lies there now, even if the map moves before it goes up. */
  press(x: number, y: number): void;
  pan(dx: number, dy: number): void;
  zoom(x: number, y: number, factor: number): void;
  click(x: number, y: number, shift: boolean): void;
  trace(x: number, y: number): void;
  /** What is taken up, dragged and drawn; nothing of that on a map that is only looked at. */
  hands?: Hands;
  hover(x: number, y: number): void;
  leave(): void;
  longPress(x: number, y: number): void;
}

/** Pixels within which a pointer that goes down and up has only clicked; a finger trembles more than a hand. */
const STILL = 6;
const STILL_FINGER = 14;
const LONG = 450;

/** Listens on a canvas; returns a function that stops it. */
export function listen(canvas: HTMLCanvasElement, to: Gestures): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let start = { x: 0, y: 0 };
  let moved = false;
  /** What the pointer that is down does since it has moved. */
  let doing: "pan" | "trace" | "box" | "hold" = "pan";
  let timer = 0;
  const place = (event: PointerEvent | WheelEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    if (!a || !b) return null;
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.hypot(a.x - b.x, a.y - b.y) };
  };

  const handlers: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void } = {
    pointerdown(event) {
      if (event.button > 0 && event.pointerType === "mouse" && event.button !== 1) return;
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, place(event));
      start = place(event);
      to.press(start.x, start.y);
      moved = fingers.size > 1;
      clearTimeout(timer);
      if (fingers.size === 1 && event.pointerType !== "mouse") {
        timer = setTimeout(() => {
          if (moved) return;
          moved = true;
          to.longPress(start.x, start.y);
        }, LONG);
      }
    },
    pointermove(event) {
      const now = place(event);
      const before = fingers.get(event.pointerId);
      if (!before) {
        if (event.pointerType === "mouse") to.hover(now.x, now.y);
        return;
      }
      const pinch = spread();
      fingers.set(event.pointerId, now);
      if (pinch && fingers.size === 2) {
        const after = spread();
        if (!after) return;
        to.pan(after.x - pinch.x, after.y - pinch.y);
        if (pinch.wide > 0) to.zoom(after.x, after.y, after.wide / pinch.wide);
        return;
      }
      if (!moved && Math.hypot(now.x - start.x, now.y - start.y) < (event.pointerType === "mouse" ? STILL : STILL_FINGER)) return;
      if (!moved) doing = to.hands?.draws(event.shiftKey) ?? (to.hands?.grab(start.x, start.y, event.pointerType !== "mouse") ? "hold" : "pan");
      moved = true;
      clearTimeout(timer);
      if (doing === "trace") to.trace(now.x, now.y);
      else if (doing === "box") to.hands?.box(start.x, start.y, now.x, now.y, false);
      else if (doing === "hold") to.hands?.drag(now.x, now.y);
      else to.pan(now.x - before.x, now.y - before.y);
    },
    pointerup(event) {
      clearTimeout(timer);
      const known = fingers.delete(event.pointerId);
      if (!known || fingers.size > 0) return;
      const { x, y } = place(event);
      if (!moved) to.click(start.x, start.y, event.shiftKey);
      else if (doing === "box") to.hands?.box(start.x, start.y, x, y, true);
      else if (doing === "hold") to.hands?.drop(x, y);
      doing = "pan";
    },
    pointercancel(event) {
      clearTimeout(timer);
      fingers.delete(event.pointerId);
      if (doing === "hold") to.hands?.drop(-1, -1);
      doing = "pan";
    },
    pointerleave() {
      to.leave();
    },
    wheel(event) {
      event.preventDefault();
      const { x, y } = place(event);
      const lines = event.deltaMode === 1 ? 24 : 1;
      to.zoom(x, y, Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)));
    },
    contextmenu(event) {
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      to.longPress(event.clientX - box.left, event.clientY - box.top);
    },
  };
  for (const [name, handler] of Object.entries(handlers)) {
    canvas.addEventListener(name, handler as EventListener, { passive: false });
  }
  return () => {
    clearTimeout(timer);
    for (const [name, handler] of Object.entries(handlers)) canvas.removeEventListener(name, handler as EventListener);
  };
}
