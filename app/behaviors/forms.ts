import { sentAsItCame } from "./as-it-came";
import { all, type Filled, fieldOf, kept, type PagePart, sentOf } from "./dom";
import { phoneTyped } from "./phone";

const submitOf = (form: HTMLFormElement) => form.querySelector<HTMLButtonElement>("button[type=submit]");

/** What cannot be answered before another field is stays off until then. */
function waitForFirst(part: PagePart) {
  for (const field of all<Filled>(part, "[data-needs]")) {
    const first = field.form && fieldOf(field.form, field.dataset.needs ?? "");
    if (!first) continue;
    const keep = () => {
      field.disabled = !first.value;
    };
    first.addEventListener("change", keep);
    addEventListener("pageshow", keep);
    keep();
  }
}

/** Where nothing differs from what is saved there is nothing to save. */
function saveWhenChanged(part: PagePart) {
  for (const form of all<HTMLFormElement>(part, "form[data-save-when-changed]")) {
    const button = submitOf(form);
    if (!button || form.querySelector(".notice")) continue;
    const look = () => {
      const [standing, saved] = [sentOf(form), sentAsItCame(form)].map((sent) =>
        String(new URLSearchParams(sent)),
      );
      button.disabled = standing === saved;
    };
    form.addEventListener("input", look);
    // What a browser has typed in again, going back, stands before this comes or when the page is shown.
    addEventListener("pageshow", look);
    look();
  }
}

/** Next stays off until something is ticked; without a script the page says so in words. */
function nextWhenTicked(part: PagePart) {
  for (const form of all<HTMLFormElement>(part, "form[data-needs-tick]")) {
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

/** A choice is sent as soon as it is made; without a script by the form's button. */
function sendAtOnce(part: PagePart) {
  for (const form of all<HTMLFormElement>(part, "form[data-at-once]"))
    form.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) form.requestSubmit();
    });
}

/** What is chosen for good is mirrored under the key that others know it by; the server's is what holds. */
function mirror(part: PagePart) {
  for (const form of all<HTMLFormElement>(part, "form[data-mirror]")) {
    const write = () => {
      const said = [...new FormData(form)].filter(([name]) => !/^(submission_id|version)$/.test(name));
      kept.set(form.dataset.mirror ?? "", JSON.stringify(said));
    };
    form.addEventListener("change", write);
    write();
  }
}

/** A phone number takes digits alone and is written as one types. */
function writePhone(input: HTMLInputElement) {
  const write = () => {
    const { value, caret } = phoneTyped(input.value, input.selectionStart ?? input.value.length);
    input.value = value;
    input.setSelectionRange(caret, caret);
  };
  input.addEventListener("input", write);
  if (input.value !== input.defaultValue) write();
}

/** The small behaviors of forms, on a page or on a part that was put into it. */
export default function wire(part: PagePart) {
  waitForFirst(part);
  saveWhenChanged(part);
  nextWhenTicked(part);
  sendAtOnce(part);
  mirror(part);
  all<HTMLInputElement>(part, "[data-phone]").forEach(writePhone);
}
