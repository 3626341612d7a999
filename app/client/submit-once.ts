import {
  getPageUserKey,
  LAST_USER_STORAGE_KEY,
  type PagePart,
  queryAll,
  readStoredJson,
  safeLocalStorage,
} from "./dom";

/** Ignore a second submission of the same form; going back enables the form again. */
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
    // Reload after Back, which would show the page as it was left; typed values are stored and offered again
    // (`unsent.ts`).
    if (persisted && sessionStorage["tt-sent"] > performance.timeOrigin) location.reload();
    for (const form of queryAll(document, "form[data-sent]")) delete form.dataset.sent;
    for (const button of queryAll(document, "button[aria-disabled]")) button.removeAttribute("aria-disabled");
  });
}

/**
 * Delete a stored form whose submission led to this page. Until then, the typed values stay stored for the form's page
 * (`unsent.ts`).
 */
export function clearDeliveredForms() {
  if (!document.referrer) return;
  const { origin, pathname, search } = new URL(document.referrer);
  const key = `unsent:${pathname}${search}`;
  if (origin === location.origin && pathname !== location.pathname && readStoredJson(key)?.sent === true)
    safeLocalStorage.forget(key);
}

/** Record this page's user, so that a form on an older page of another user isn't sent as this user's (`unsent.ts`). */
export function recordPageUser() {
  const reader = getPageUserKey(document);
  if (reader && !document.querySelector("[data-kept-page]"))
    safeLocalStorage.set(LAST_USER_STORAGE_KEY, reader);
}

/**
 * Sync this device: delete finished or abandoned drafts, and store the server's column settings, which are
 * authoritative.
 */
export function initDraftStorage(part: PagePart) {
  for (const { dataset } of queryAll(part, "[data-forget]")) safeLocalStorage.forget(dataset.forget ?? "");
  for (const { dataset } of queryAll(part, "[data-mirror][data-value]"))
    safeLocalStorage.set(dataset.mirror ?? "", dataset.value ?? "");
}
