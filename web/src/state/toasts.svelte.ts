/** Short messages that come and go. */

export interface Toast {
  id: number;
  text: string;
  rule: string;
  kind: "refused" | "news";
  action?: { label: string; run: () => void } | undefined;
}

const SHOWN_FOR = 6500;
let next = 1;

export const toasts = $state<Toast[]>([]);

export function toast(text: string, rule = "", kind: Toast["kind"] = "news", action?: Toast["action"]): void {
  const id = next++;
  toasts.push({ id, text, rule, kind, action });
  if (toasts.length > 3) toasts.shift();
  setTimeout(() => dismiss(id), SHOWN_FOR);
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((toast) => toast.id === id);
  if (at >= 0) toasts.splice(at, 1);
}
