/* What was kept of a form on this device, put back into it or offered: brought only where something was kept. */
import { isField, kept, sentOf } from "./dom";
import { isSameFilling, type KeptFilling, type NoticeWays } from "./unsent";

/** What is offered that nobody sent: not longer than this after it was typed. */
const TYPED_LIVES_MS = 24 * 3_600_000;

/** Why what was kept is offered; null where it is too old. */
export function offerWords({ sent, typed }: Pick<KeptFilling, "sent" | "typed">, now: number): string | null {
  if (typed !== null) return now - typed < TYPED_LIVES_MS ? "What you typed here wasn't saved." : null;
  return sent
    ? "What you typed here may not have arrived."
    : "What you typed here wasn't sent: there was no signal.";
}

function putBack(form: HTMLFormElement, fields: KeptFilling["fields"]) {
  for (const [name, value] of fields) {
    const field = form.elements.namedItem(name);
    // The version it was typed at goes along: who saved in between is not written over.
    if (!isField(field) && !(field instanceof RadioNodeList)) continue;
    field.value = value;
    if (!isField(field)) continue;
    if (field.localName === "select") field.dispatchEvent(new Event("options", { bubbles: true }));
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}

function offer(form: HTMLFormElement, saved: KeptFilling, { here, notice }: Page) {
  const forget = () => kept.forget(here);
  // The page that answers a form has what was typed in it already. A referrer has no fragment, whatever the address has.
  if (saved.sent && document.referrer === location.href.split("#")[0]) return forget();
  const words = offerWords(saved, Date.now());
  // The browser has put it back itself, as it does after Back.
  if (!words || isSameFilling(sentOf(form), saved.fields)) return forget();
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

/** An address without the number of its load, which a load that wasn't sent yet doesn't have. */
const kindOf = (address: string) =>
  new URL(address, location.origin).pathname.replace(/\/(@[\w-]+|\d+)(?=\/|$)/, "/");
const formTo = (address: string): HTMLFormElement | undefined =>
  [...document.forms].find((form) => form.method === "post" && kindOf(form.action) === kindOf(address));

type Page = {
  form: HTMLFormElement | null;
  here: string;
  notice: (words: string, ways?: NoticeWays) => void;
};

/** Puts back what its writer came to put right; offers anything else that was kept. */
export function putBackOrOffer(saved: KeptFilling, page: Page): void {
  const offered = (saved.to && formTo(saved.to)) || page.form;
  const edited = saved.edit ? (formTo(saved.edit) ?? page.form) : null;
  if (!edited) {
    if (offered) offer(offered, saved, page);
    return;
  }
  putBack(edited, saved.fields);
  kept.forget(page.here);
  page.notice("This is what you typed. Change it and send it again.");
}
