import { getReaderId, type PagePart, queryAll, READER_KEY, readStoredJson, safeLocalStorage } from "./dom";

/** Ignore a second press of the same button; going back enables it again. */
export function preventDoubleSubmit() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
    sessionStorage["tt-sent"] = Date.now();
    if (event.defaultPrevented) return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "1";
    event.submitter?.setAttribute("aria-disabled", "true");
    for (const card of queryAll(form, "[data-syncing]")) card.hidden = false;
  });
  addEventListener("pageshow", ({ persisted }) => {
    // Back shows a page as it was left; what was typed in it is stored and offered again (`unsent.ts`).
    if (persisted && sessionStorage["tt-sent"] > performance.timeOrigin) location.reload();
    for (const form of queryAll(document, "form[data-sent]")) delete form.dataset.sent;
    for (const button of queryAll(document, "button[aria-disabled]")) button.removeAttribute("aria-disabled");
  });
}

/** Forget a form that was sent and led here; until then its page stores what was typed (`unsent.ts`). */
export function clearDeliveredForms() {
  if (!document.referrer) return;
  const { origin, pathname, search } = new URL(document.referrer);
  const key = `unsent:${pathname}${search}`;
  if (origin === location.origin && pathname !== location.pathname && readStoredJson(key)?.sent === true)
    safeLocalStorage.forget(key);
}

/** Record the user of this page, so that a form on another user's older page isn't sent as theirs (`unsent.ts`). */
export function rememberReader() {
  const reader = getReaderId(document);
  if (reader && !document.querySelector("[data-kept-page]")) safeLocalStorage.set(READER_KEY, reader);
}

/** Sync this device: forget what was finished or abandoned, and store the server's columns, which are authoritative. */
export function initDraftStorage(part: PagePart) {
  for (const { dataset } of queryAll(part, "[data-forget]")) safeLocalStorage.forget(dataset.forget ?? "");
  for (const { dataset } of queryAll(part, "[data-mirror][data-value]"))
    safeLocalStorage.set(dataset.mirror ?? "", dataset.value ?? "");
}
