/** What an account is told of, and by what. */

import { call, post } from "./api";
import type { NewChannel, NoticeSettings, NoticeShown, NoticeWays } from "./protocol";

export const list = (language: string) => call<NoticeShown[]>(`/api/notices?language=${language}`);
export const seen = () => post("/api/notices/seen");
export const ways = () => call<NoticeWays>("/api/me/notices");
export const keep = (settings: NoticeSettings) =>
  call("/api/me/notices", { method: "PUT", body: JSON.stringify(settings), headers: { "Content-Type": "application/json" } });
export const add = (channel: NewChannel) => post("/api/me/channels", channel);
export const remove = (id: string) => call(`/api/me/channels/${id}`, { method: "DELETE" });
export const stop = (secret: string) => post(`/api/stop/${secret}`);

/** Lets this browser be written to, even while the page is closed. */
export async function push(key: string): Promise<void> {
  const worker = await navigator.serviceWorker.register("/push.js");
  const permission = await Notification.requestPermission();
  if (permission !== "granted") throw new Error(permission);
  await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await add({ kind: "push", address: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } });
}
