import { createElement, type PagePart, queryAll } from "./dom";

/** Send this device's time zone to the server, which shows times in that zone. */
export function sendTimeZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone || document.cookie.includes(`tt_zone=${encodeURIComponent(zone)}`)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's other form is not in old phones
  document.cookie = `tt_zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
}

/** Delay before a page with inline styles fetches the style files for later pages. */
const REST_MS = 2_000;

/** Fetch the style files in the background, because a first page has its styles inline (app/web/first-styles.ts). */
export function fetchStyles() {
  setTimeout(() => {
    // Ignore a failed file: the page that needs it fetches it again.
    for (const { dataset } of queryAll(document, "style[data-of]")) fetch(dataset.of ?? "").catch(() => {});
  }, REST_MS);
}

const openedAt = () => new Date(performance.timeOrigin).toLocaleTimeString("en-US", { timeStyle: "short" });

/** Show a banner without a signal, with the time when the page was opened. */
export function showOfflineBanner() {
  const signal = document.querySelector("[data-signal]");
  const tell = () =>
    signal?.replaceChildren(
      ...(navigator.onLine
        ? []
        : [createElement("p", { class: "offline" }, `You're offline. This page is from ${openedAt()}.`)]),
    );
  addEventListener("online", tell);
  addEventListener("offline", tell);
  tell();
}

/** Focus the first error, so that screen readers continue there. */
export const focusFirstError = () => document.querySelector<HTMLElement>(".notice.danger[tabindex]")?.focus();

/** Handle expiring elements, pictures that fail to load, and script-only controls. */
export function initPageBasics(part: PagePart) {
  // Remove the undo bar when its time has run out.
  for (const bar of queryAll(part, "[data-fade]"))
    setTimeout(() => bar.remove(), Number(bar.dataset.fade) * 1000);
  for (const image of queryAll<HTMLImageElement>(part, "img[data-fallback]"))
    image.addEventListener("error", () =>
      image.replaceWith(createElement("p", {}, image.dataset.fallback ?? "")),
    );
  for (const button of queryAll<HTMLButtonElement>(part, "button[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}
