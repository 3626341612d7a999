// The scale house by keyboard: Enter on the number looks the load up while one types on, Enter on the gross goes on to
// the tare, Enter on the tare sends. Net and volume are shown as they will be saved. The page works without it.
(() => {
  const form = document.querySelector("[data-scale-form]");
  if (!form) return;
  const field = (name) => form.elements[name];
  const KG = 0.45359237;

  // A weight in pounds, typed or as an indicator writes it; null where it isn't one. The server reads it once more.
  const pounds = (text) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: indicators frame their lines with these
    const said = text.replace(/[\u0000-\u001f]/g, " ").toLowerCase();
    const match = /(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,3}))? ?(kg|tn|k(?=\W|[gnt]?$))?/.exec(said);
    if (!match || /-|^ ?(us|ol)/.test(said)) return null;
    const value = Number(`${match[1].replaceAll(",", "")}.${match[2] || 0}`);
    return Math.round(match[3] === "tn" ? value * 2000 : match[3] ? value / KG : value);
  };
  const lb = (n) => `${n.toLocaleString("en-US")} lb`;
  // Net pounds as tons of 2,000 lb, to thousandths, half to even, as the server has them.
  const tons = (net) =>
    ((net % 2 ? 2 * Math.round(net / 4) : net / 2) / 1000).toLocaleString("en-US", {
      maximumFractionDigits: 3,
    });

  const show = () => {
    const net = form.querySelector("[data-net]");
    const [g, t] = ["gross", "tare"].map((name) => pounds(field(name).value));
    net.textContent = "";
    if (g === null) return;
    const converted = /\d ?(kg|tn)/i.test(field("gross").value) ? `${lb(g)} gross. ` : "";
    if (t === null) {
      net.textContent = converted;
      return;
    }
    if (t > g) {
      net.textContent = "Tare is more than gross.";
      return;
    }
    const unit = form.querySelector("[data-unit]")?.dataset.unit ?? "2";
    net.textContent = `${lb(g - t)} net${unit === "2" ? `, ${tons(g - t)} tons` : ""}`;
    if (converted) net.prepend(converted);
  };

  let asking = null;
  let asked = null;
  const lookUp = async () => {
    const text = field("load").value.trim();
    if (text === asked) return;
    asked = text;
    asking?.abort();
    asking = new AbortController();
    const address = `/scale?load=${encodeURIComponent(text)}`;
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: asking.signal });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of ["ids", "facts", "volume"]) {
        const next = page.querySelector(`[data-swap="${part}"]`);
        form.querySelector(`[data-swap="${part}"]`).replaceWith(document.adoptNode(next));
      }
      for (const name of ["gross", "tare", "scale_ticket_number"]) {
        const offered = page.querySelector(`#scale-${name}`);
        const here = field(name);
        if (here.value !== "" || !offered?.value) continue;
        here.value = offered.value;
        // Who is weighed out has the gross already.
        if (name === "gross" && document.activeElement === here) field("tare").focus();
        const hint = page.querySelector(`#scale-${name}-hint`);
        document.getElementById(`scale-${name}-hint`)?.remove();
        if (hint) here.closest(".field").querySelector("label").after(document.adoptNode(hint));
        if (document.activeElement === here) here.select();
      }
      const rest = document.querySelector("[data-swap=reject]");
      const reject = page.querySelector("[data-swap=reject]");
      if (rest && reject) rest.replaceWith(document.adoptNode(reject));
      form.action = address;
      show();
      if (form.querySelector("[data-swap=facts] .choices a")) form.querySelector(".choices a").focus();
      else if (form.querySelector("[data-problem]")) {
        field("load").focus();
        field("load").select();
      }
    } catch (error) {
      if (error.name !== "AbortError") location.assign(address);
    }
  };

  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    const { name, value } = event.target;
    if (name === "load") {
      event.preventDefault();
      if (value.trim() === "") return;
      field("gross").focus();
      lookUp();
    } else if (name === "gross" && (value.trim() === "" || field("tare").value === "")) {
      event.preventDefault();
      if (value.trim() !== "") field("tare").focus();
    }
  });
  form.addEventListener("input", show);
  addEventListener("pageshow", show);
  // After Tab or a click elsewhere the load is looked up too.
  field("load").addEventListener("change", () => {
    if (field("load").value.trim() && document.activeElement !== field("load")) lookUp();
  });
  show();
  form.dataset.ready = "";
  // The focus is where the next thing is typed, also after a page that was come back to.
  (form.querySelector("[autofocus]") ?? field("load")).focus();
})();
