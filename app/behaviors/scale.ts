/*
 * The scale house by keyboard: Enter on the number looks the load up while one types on, Enter on the gross goes on to the
 * tare, Enter on the tare sends. Net and volume are shown as they will be saved. The page works without it.
 */
import { all, type Filled, fieldOf, make, type PagePart, parsed } from "./dom";
import { netWords } from "./weights";

/** Takes what the answer offers for a field into one that is still empty. */
function offer(name: string, here: Filled, page: Document) {
  const offered = page.querySelector<HTMLInputElement>(`#scale-${name}`);
  if (here.value !== "" || !offered?.value) return;
  here.value = offered.value;
  const hint = page.querySelector(`#scale-${name}-hint`);
  document.getElementById(`scale-${name}-hint`)?.remove();
  if (hint) here.closest(".field")?.querySelector("label")?.after(document.adoptNode(hint));
  if (document.activeElement === here && here instanceof HTMLInputElement) here.select();
}

/** Says below the number that nothing could be looked up. The server does that when the form arrives. */
function failed(form: HTMLFormElement) {
  const words = "We couldn't look up this load. Keep typing: it's looked up again when you send the weights.";
  const notice = make(
    "div",
    { class: "notice warn", role: "alert" },
    make("p", { "data-problem": "" }, words),
  );
  form.querySelector("[data-swap=facts]")?.replaceChildren(notice);
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
  const take = (page: Document, typedSince: boolean) => {
    const volume = fieldOf(form, "scaled_volume");
    const inVolume = volume !== null && document.activeElement === volume;
    // The focus stays, so what is wrong is read out.
    page.querySelector("[data-problem]")?.closest(".notice")?.setAttribute("role", "alert");
    for (const part of ["ids", "facts", "volume"]) swap(form, page, part);
    const now = fieldOf(form, "scaled_volume");
    if (now && volume && typedSince) now.value = volume.value;
    if (inVolume) now?.focus();
    for (const name of ["gross", "tare", "scale_ticket_number"]) {
      const here = fieldOf(form, name);
      if (here) offer(name, here, page);
    }
    swap(document, page, "reject");
  };

  let asking = new AbortController();
  let asked: string | null = null;
  let typed = 0;
  /**
   * Looks the load up. A clerk who types looks at the slip, not at the page: an answer never moves the focus from where
   * something is to be typed, never leaves the page, and is dropped where the number is another one by now.
   */
  const lookUp = async (entered: boolean) => {
    const text = load.value.trim();
    if (text === asked) return;
    asked = text;
    asking.abort();
    const mine = new AbortController();
    asking = mine;
    const before = typed;
    const address = `/scale?load=${encodeURIComponent(text)}`;
    const isLate = () => mine.signal.aborted || load.value.trim() !== text;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: mine.signal });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const page = parsed(await answer.text());
      if (isLate()) {
        if (asking === mine) asked = null;
        return;
      }
      // Who pressed Enter and waits has the gross of a truck that is weighed out.
      const waits = entered && typed === before && document.activeElement === gross && gross.value === "";
      take(page, typed !== before);
      form.action = address;
      show();
      if (waits && gross.value !== "") tare.focus();
    } catch {
      if (asking === mine) asked = null;
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
  // After Tab or a click elsewhere the load is looked up too.
  load.addEventListener("change", () => {
    if (load.value.trim() && document.activeElement !== load) lookUp(false);
  });
  show();
  form.dataset.ready = "";
  // The focus is where the next thing is typed, also after a page that was come back to.
  if (!form.contains(document.activeElement))
    (form.querySelector<HTMLElement>("[autofocus]") ?? load).focus();
}

export default function wire(part: PagePart) {
  all<HTMLFormElement>(part, "[data-scale-form]").forEach(work);
}
