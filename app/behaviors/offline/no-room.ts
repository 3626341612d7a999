import { type KeptForm, NOT_TYPED } from "~/domain/offline/kept-forms";

const WRITTEN: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => WRITTEN[letter] ?? letter);

/**
 * What somebody sees who sends without a signal on a device that has no room left: what they typed, in a form that sends
 * it again as it was, with the same id. A file can't be held in a page; it has to be chosen again.
 */
export function noRoomPage({ action, type, fields }: Pick<KeptForm, "action" | "type" | "fields">): string {
  const isFile = type.startsWith("multipart/");
  const typed = fields
    .filter(([name, value]) => value.trim() && !NOT_TYPED.test(name))
    .map(([name, value]) => `<dt>${escaped(name.replaceAll("_", " "))}</dt><dd>${escaped(value)}</dd>`)
    .join("");
  const hidden = fields
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join("");
  const form = `<form method="post" action="${escaped(action)}"><dl>${typed}</dl>${hidden}<p><button>Send again</button></p></form>`;
  const file =
    "<p>Go back, and choose the file again where there is a signal. It's still on your device.</p>";
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>No room on this device \u00b7 Timbertally</title></head><body><main><h1>Not sent, and no room to keep it</h1><p>You have no signal, and this device has no room left to keep what you typed. Stay on this page, and send it again where there is a signal. Delete photos or apps that you don't need, and Timbertally can keep what you send.</p>${isFile ? file : form}</main></body></html>`;
}
