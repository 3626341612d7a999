/*
 * The scale house by keyboard: Enter on the number looks the load up while one types on, Enter on the gross goes on to the
 * tare, Enter on the tare sends. Net and volume are shown as they will be saved. The page works without it.
 */
import { all, type Filled, fieldOf, type PagePart, parsed } from "./dom";
import { netWords } from "./weights";

/** Takes what the answer offers for a field into one that is still empty. */
function offer(name: string, here: Filled, tare: Filled, page: Document) {
  const offered = page.querySelector<HTMLInputElement>(`#scale-${name}`);
  if (here.value !== "" || !offered?.value) return;
  here.value = offered.value;
  // Who is weighed out has the gross already.
  if (name === "gross" && document.activeElement === here) tare.focus();
  const hint = page.querySelector(`#scale-${name}-hint`);
  document.getElementById(`scale-${name}-hint`)?.remove();
  if (hint) here.closest(".field")?.querySelector("label")?.after(document.adoptNode(hint));
  if (document.activeElement === here && here instanceof HTMLInputElement) here.select();
}

function swap(within: PagePart, page: Document, part: string) {
  const marks = `[data-swap="${part}"]`;
  const next = page.querySelector(marks);
  if (next) within.querySelector(marks)?.replaceWith(document.adoptNode(next));
}

function work(form: HTMLFormElement) {
  const [load, gross, tare] = [fieldOf(form, "load"), fieldOf(form, "gross"), fieldOf(form, "tare")];
  if (!load || !gross || !tare) return;

  const show = () => {
    const net = form.querySelector("[data-net]");
    const unit = form.querySelector<HTMLElement>("[data-unit]")?.dataset.unit ?? "2";
    if (net)
      net.textContent = netWords(
        gross.value,
        tare.value,
        fieldOf(form, "deduction_pounds")?.value ?? "",
        unit,
      );
  };
  const take = (page: Document) => {
    for (const part of ["ids", "facts", "volume"]) swap(form, page, part);
    for (const name of ["gross", "tare", "scale_ticket_number"]) {
      const here = fieldOf(form, name);
      if (here) offer(name, here, tare, page);
    }
    swap(document, page, "reject");
  };

  let asking = new AbortController();
  let asked: string | null = null;
  const lookUp = async () => {
    const text = load.value.trim();
    if (text === asked) return;
    asked = text;
    asking.abort();
    const mine = new AbortController();
    asking = mine;
    const address = `/scale?load=${encodeURIComponent(text)}`;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: mine.signal });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      take(parsed(await answer.text()));
      form.action = address;
      show();
      const choice = form.querySelector<HTMLElement>("[data-swap=facts] .choices a");
      if (choice) choice.focus();
      else if (form.querySelector("[data-problem]")) {
        load.focus();
        if (load instanceof HTMLInputElement) load.select();
      }
    } catch {
      if (!mine.signal.aborted) location.assign(address);
    }
  };

  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    if (event.target === load) {
      event.preventDefault();
      if (load.value.trim() === "") return;
      gross.focus();
      lookUp();
    } else if (event.target === gross && (gross.value.trim() === "" || tare.value === "")) {
      event.preventDefault();
      if (gross.value.trim() !== "") tare.focus();
    }
  });
  form.addEventListener("input", show);
  addEventListener("pageshow", show);
  // After Tab or a click elsewhere the load is looked up too.
  load.addEventListener("change", () => {
    if (load.value.trim() && document.activeElement !== load) lookUp();
  });
  show();
  form.dataset.ready = "";
  // The focus is where the next thing is typed, also after a page that was come back to.
  (form.querySelector<HTMLElement>("[autofocus]") ?? load).focus();
}

export default function wire(part: PagePart) {
  all<HTMLFormElement>(part, "[data-scale-form]").forEach(work);
}
