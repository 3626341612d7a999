/* Restore or offer form data stored on this device; loaded only if there is stored data. */
import { getFormEntries, isField, safeLocalStorage } from "./dom";
import { hasSameFields, type RestoreNotice, type SavedDraft } from "./draft-restore";

/** Maximum age, in milliseconds, of unsent typing to offer. */
const TYPED_LIVES_MS = 24 * 3_600_000;

/** Return the reason for offering the stored data; null if the data is too old. */
export function getRestoreOfferMessage(
  { sent, typed }: Pick<SavedDraft, "sent" | "typed">,
  now: number,
): string | null {
  if (typed !== null) return now - typed < TYPED_LIVES_MS ? "What you typed here wasn't saved." : null;
  return sent
    ? "What you typed here may not have arrived."
    : "What you typed here wasn't sent: there was no signal.";
}

function putBack(form: HTMLFormElement, fields: SavedDraft["fields"]) {
  for (const [name, value] of fields) {
    const field = form.elements.namedItem(name);
    // Also restore the version at which the values were typed, so that a save made in between isn't overwritten.
    if (!isField(field) && !(field instanceof RadioNodeList)) continue;
    field.value = value;
    if (!isField(field)) continue;
    if (field.localName === "select") field.dispatchEvent(new Event("options", { bubbles: true }));
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}

function offer(form: HTMLFormElement, saved: SavedDraft, { here, notice }: Page) {
  const forget = () => safeLocalStorage.forget(here);
  // Delete the stored data, because the page that responded to the form already contains the typed values. A referrer
  // has no fragment, even if the address has one.
  if (saved.sent && document.referrer === location.href.split("#")[0]) return forget();
  const words = getRestoreOfferMessage(saved, Date.now());
  // Delete the stored data if the browser has restored the values itself, as after Back.
  if (!words || hasSameFields(getFormEntries(form), saved.fields)) return forget();
  notice(words, {
    buttons: [
      [
        "Put it back",
        () => {
          putBack(form, saved.fields);
          forget();
        },
      ],
      ["Discard", forget],
    ],
  });
}

/** Return an address without the load's number, which an unsent load doesn't have. */
const kindOf = (address: string) =>
  new URL(address, location.origin).pathname.replace(/\/(@[\w-]+|\d+)(?=\/|$)/, "/");
const formTo = (address: string): HTMLFormElement | undefined =>
  [...document.forms].find((form) => form.method === "post" && kindOf(form.action) === kindOf(address));

type Page = {
  form: HTMLFormElement | null;
  here: string;
  notice: (words: string, ways?: RestoreNotice) => void;
};

/** Restore the values that the user came to correct; only offer any other stored values. */
export function restoreOrOffer(saved: SavedDraft, page: Page): void {
  const offered = (saved.to && formTo(saved.to)) || page.form;
  const edited = saved.edit ? (formTo(saved.edit) ?? page.form) : null;
  if (!edited) {
    if (offered) offer(offered, saved, page);
    return;
  }
  putBack(edited, saved.fields);
  safeLocalStorage.forget(page.here);
  page.notice("This is what you typed. Change it and send it again.");
}
