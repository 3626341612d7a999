/*
 * Keyboard entry for the scale house: Enter on the number looks up the load while typing continues, Enter on the gross
 * moves to the tare, Enter on the tare submits. Net and volume appear as they will be saved. The page also works
 * without this script.
 */
import { createElement, type FormControl, getField, type PagePart, parseHtml, queryAll } from "./dom";
import { formatNetLabel } from "./weights";

/** Copy the value offered in the response into a field that is still empty. */
function offer(name: string, here: FormControl, page: Document) {
  const offered = page.querySelector<HTMLInputElement>(`#scale-${name}`);
  if (here.value !== "" || !offered?.value) return;
  here.value = offered.value;
  const hint = page.querySelector(`#scale-${name}-hint`);
  document.getElementById(`scale-${name}-hint`)?.remove();
  if (hint) here.closest(".field")?.querySelector("label")?.after(document.adoptNode(hint));
  if (document.activeElement === here && here instanceof HTMLInputElement) here.select();
}

/** Show below the number field that the lookup failed. The server repeats the lookup when the form is submitted. */
function failed(form: HTMLFormElement) {
  const words = "We couldn't look up this load. Keep typing: it's looked up again when you send the weights.";
  const notice = createElement(
    "div",
    { class: "notice warn", role: "alert" },
    createElement("p", { "data-problem": "" }, words),
  );
  form.querySelector("[data-swap=facts]")?.replaceChildren(notice);
}

function swap(within: PagePart, page: Document, part: string) {
  const marks = `[data-swap="${part}"]`;
  const next = page.querySelector(marks);
  if (next) within.querySelector(marks)?.replaceWith(document.adoptNode(next));
}

function work(form: HTMLFormElement) {
  const [load, gross, tare] = [getField(form, "load"), getField(form, "gross"), getField(form, "tare")];
  if (!load || !gross || !tare) return;

  const show = () => {
    const net = form.querySelector("[data-net]");
    const unit = form.querySelector<HTMLElement>("[data-unit]")?.dataset.unit ?? "2";
    if (net)
      net.textContent = formatNetLabel(
        gross.value,
        tare.value,
        getField(form, "deduction_pounds")?.value ?? "",
        unit,
      );
  };
  const take = (page: Document, typedSince: boolean) => {
    const volume = getField(form, "scaled_volume");
    const inVolume = volume !== null && document.activeElement === volume;
    // Announce the problem, because the focus doesn't move to it.
    page.querySelector("[data-problem]")?.closest(".notice")?.setAttribute("role", "alert");
    for (const part of ["ids", "facts", "volume"]) swap(form, page, part);
    const now = getField(form, "scaled_volume");
    if (now && volume && typedSince) now.value = volume.value;
    if (inVolume) now?.focus();
    for (const name of ["gross", "tare", "scale_ticket_number"]) {
      const here = getField(form, name);
      if (here) offer(name, here, page);
    }
    swap(document, page, "reject");
  };

  let asking = new AbortController();
  let query: string | null = null;
  let typed = 0;
  /**
   * Look up the load. The typing clerk looks at the slip, not at the screen, so a response never moves the focus away
   * from a field still to be filled in and never leaves the page. A response for a number that has changed is dropped.
   */
  const lookUp = async (entered: boolean) => {
    const text = load.value.trim();
    if (text === query) return;
    query = text;
    asking.abort();
    const mine = new AbortController();
    asking = mine;
    const before = typed;
    const address = `/scale?load=${encodeURIComponent(text)}`;
    const isLate = () => mine.signal.aborted || load.value.trim() !== text;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: mine.signal });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const page = parseHtml(await answer.text());
      if (isLate()) {
        if (asking === mine) query = null;
        return;
      }
      // Move to the tare if the user pressed Enter and waits, and the response fills in the gross weight of a truck
      // that is weighed out.
      const waits = entered && typed === before && document.activeElement === gross && gross.value === "";
      take(page, typed !== before);
      form.action = address;
      show();
      if (waits && gross.value !== "") tare.focus();
    } catch {
      if (asking === mine) query = null;
      if (!isLate()) failed(form);
    }
  };

  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    if (event.target === load) {
      event.preventDefault();
      if (load.value.trim() === "") return;
      gross.focus();
      lookUp(true);
    } else if (event.target === gross && (gross.value.trim() === "" || tare.value === "")) {
      event.preventDefault();
      if (gross.value.trim() !== "") tare.focus();
    }
  });
  form.addEventListener("input", () => {
    typed++;
    show();
  });
  addEventListener("pageshow", show);
  // Also look up the load after Tab or a click elsewhere.
  load.addEventListener("change", () => {
    if (load.value.trim() && document.activeElement !== load) lookUp(false);
  });
  show();
  form.dataset.ready = "";
  // Focus the next field to fill in, also after a return to the page.
  if (!form.contains(document.activeElement))
    (form.querySelector<HTMLElement>("[autofocus]") ?? load).focus();
}

export default function initScaleEntry(part: PagePart) {
  queryAll<HTMLFormElement>(part, "[data-scale-form]").forEach(work);
}
