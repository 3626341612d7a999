import { all, make, type PagePart } from "./dom";

/** The zone that this device is in, for the server to write times by. */
export function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.includes(`tt_zone=${encodeURIComponent(zone)}`)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's other form is not in old phones
  document.cookie = `tt_zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
}

/** How long a page that carries its styles is left alone before their files are fetched for the pages after it. */
const REST_MS = 2_000;

/** A first page carries its styles (app/web/first-styles.ts); where a script runs, their files are fetched while it is read. */
export function fetchStyles() {
  setTimeout(() => {
    // What did not come is fetched by the page that needs it.
    for (const { dataset } of all(document, "style[data-of]")) fetch(dataset.of ?? "").catch(() => {});
  }, REST_MS);
}

const openedAt = () => new Date(performance.timeOrigin).toLocaleTimeString("en-US", { timeStyle: "short" });

/** Says that the signal is gone as long as it is, and when the page was opened. */
export function sayOffline() {
  const signal = document.querySelector("[data-signal]");
  const tell = () =>
    signal?.replaceChildren(
      ...(navigator.onLine
        ? []
        : [make("p", { class: "offline" }, `You're offline. This page is from ${openedAt()}.`)]),
    );
  addEventListener("online", tell);
  addEventListener("offline", tell);
  tell();
}

/** Goes to the error, so that reading continues there. */
export const showError = () => document.querySelector<HTMLElement>(".notice.danger[tabindex]")?.focus();

/** What goes by itself, pictures that don't come, and what only a script can do. */
export function wireSmall(part: PagePart) {
  // What can be undone for a moment goes when the moment is over.
  for (const bar of all(part, "[data-fade]")) setTimeout(() => bar.remove(), Number(bar.dataset.fade) * 1000);
  for (const image of all<HTMLImageElement>(part, "img[data-fallback]"))
    image.addEventListener("error", () => image.replaceWith(make("p", {}, image.dataset.fallback ?? "")));
  for (const button of all<HTMLButtonElement>(part, "button[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}
