import { isFile, type KeptForm, NOT_TYPED } from "~/domain/offline/kept-forms";

const WRITTEN: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => WRITTEN[letter] ?? letter);

/** What the worker shows by itself has no style of the app's at hand. */
const STYLE =
  ":root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:2rem 1rem;background:#faf8f4;color:#22201c}h1{font-size:1.5rem;line-height:1.25}a{color:#1c5c3f}li,dd{margin:0 0 .5rem}dt{color:#5f5a50}button,a.button{display:inline-block;font:inherit;font-weight:600;min-height:3rem;padding:.5rem 1rem;border:0;border-radius:.5rem;background:#1c4a33;color:#fff;text-decoration:none}@media(prefers-color-scheme:dark){body{background:#14110d;color:#f0ece3}a{color:#8fd1a9}dt{color:#b8b0a2}button,a.button{background:#8fd1a9;color:#10231a}}";

/** A page of the worker's own; `inside` is HTML. */
const plainPage = (title: string, inside: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} \u00b7 Timbertally</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${inside}</main></body></html>`;

export const plainAnswer = (status: number, title: string, inside: string): Response =>
  new Response(plainPage(title, inside), { status, headers: { "Content-Type": "text/html; charset=utf-8" } });

const FULL = {
  title: "Not sent, and no room to keep it",
  why: "this device has no room left to keep what you typed",
  after: "Delete photos or apps that you don't need, and Timbertally can keep what you send.",
};
const HANGS = {
  title: "Not sent, and not kept",
  why: "this device's storage isn't answering, so what you typed couldn't be kept",
  after: "After that, close the browser and open it again.",
};

/**
 * What somebody sees who sends without a signal on a device that has no room left, or whose storage hangs: what they typed,
 * in a form that sends it again as it was, with the same id. A file can't be held in a page; it has to be chosen again.
 */
export function noRoomPage(item: Pick<KeptForm, "action" | "type" | "fields">, hangs = false): Response {
  const { title, why, after } = hangs ? HANGS : FULL;
  const { action, fields } = item;
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
  return plainAnswer(
    507,
    title,
    `<p>You have no signal, and ${why}. Stay on this page, and send it again where there is a signal. ${after}</p>${isFile(item) ? file : form}`,
  );
}
