import { type FormControl, getField, getFormEntries, type PagePart, queryAll, safeLocalStorage } from "./dom";
import { getInitialValues } from "./initial-values";
import { formatTypedPhone } from "./phone";

const submitOf = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>("button[type=submit]");

/** Disable a field until the field that it depends on has a value. */
function waitForFirst(part: PagePart) {
  for (const field of queryAll<FormControl>(part, "[data-needs]")) {
    const first = field.form && getField(field.form, field.dataset.needs ?? "");
    if (!first) continue;
    const keep = () => {
      field.disabled = !first.value;
    };
    first.addEventListener("change", keep);
    addEventListener("pageshow", keep);
    keep();
  }
}

/** Disable Save while the form equals its saved values. */
function saveWhenChanged(part: PagePart) {
  for (const form of queryAll<HTMLFormElement>(part, "form[data-save-when-changed]")) {
    const button = submitOf(form);
    if (!button || form.querySelector(".notice")) continue;
    const look = () => {
      const [standing, saved] = [getFormEntries(form), getInitialValues(form)].map((sent) =>
        String(new URLSearchParams(sent)),
      );
      button.disabled = standing === saved;
    };
    form.addEventListener("input", look);
    // The browser restores typed values on going back, either before this script loads or when the page is shown.
    addEventListener("pageshow", look);
    look();
  }
}

/** Disable Next until a box is checked; without a script the page explains this requirement in words. */
function nextWhenTicked(part: PagePart) {
  for (const form of queryAll<HTMLFormElement>(part, "form[data-needs-tick]")) {
    const button = form.querySelector<HTMLButtonElement>("button.primary");
    if (!button) continue;
    const names = form.dataset.needsTick?.split(" ") ?? [];
    const look = () => {
      button.disabled = !names.every((name) => form.querySelector(`[name$="${name}"]:checked`));
    };
    form.addEventListener("change", look);
    addEventListener("pageshow", look);
    look();
  }
}

/** Submit a choice as soon as it is made; without a script the form's button submits it. */
function sendAtOnce(part: PagePart) {
  for (const form of queryAll<HTMLFormElement>(part, "form[data-at-once]"))
    form.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) form.requestSubmit();
    });
}

/** Copy a saved choice to local storage under the key that other code reads; the server's value is authoritative. */
function mirror(part: PagePart) {
  for (const form of queryAll<HTMLFormElement>(part, "form[data-mirror]")) {
    const write = () => {
      const matches = [...new FormData(form)].filter(([name]) => !/^(submission_id|version)$/.test(name));
      safeLocalStorage.set(form.dataset.mirror ?? "", JSON.stringify(matches));
    };
    form.addEventListener("change", write);
    write();
  }
}

/** Drop everything but digits from a typed phone number and format it while typing. */
function writePhone(input: HTMLInputElement) {
  const write = () => {
    const { value, caret } = formatTypedPhone(input.value, input.selectionStart ?? input.value.length);
    input.value = value;
    input.setSelectionRange(caret, caret);
  };
  input.addEventListener("input", write);
  if (input.value !== input.defaultValue) write();
}

/** Attach the small form behaviors to a page or to a part that was inserted into it. */
export default function initFormBehaviors(part: PagePart) {
  waitForFirst(part);
  saveWhenChanged(part);
  nextWhenTicked(part);
  sendAtOnce(part);
  mirror(part);
  queryAll<HTMLInputElement>(part, "[data-phone]").forEach(writePhone);
}
