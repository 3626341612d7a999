// Setting up a job: what is typed is kept as it changes, that of the overview on this device too while the line is down.
(() => {
  const form = document.querySelector("form[data-keep-draft]");
  if (!form) return;
  const KEY = "CreateJob";
  const NUMBERS = ["request_user_company_id", "us_state_id", "us_county_id", "version"];
  const fields = form.elements;
  const said = form.querySelector("[data-said]");
  const say = (words) => {
    said.textContent = words;
    said.hidden = false;
  };
  const typed = () => {
    const found = {};
    for (const [name, value] of new FormData(form))
      if (name !== "submission_id" && name !== "intent" && value !== "")
        found[name] = NUMBERS.includes(name) ? Number(value) : value;
    return found;
  };
  // The later steps (data-keep-draft="step") hold too much for that: they are sent as their own form would send them;
  // a page that shows another tab's values beside one's own has no such form, for there the person chooses.
  const isStep = form.dataset.keepDraft === "step";
  const mirror = (value) => {
    if (isStep) return;
    try {
      if (value) localStorage.setItem(KEY, JSON.stringify(value));
      else localStorage.removeItem(KEY);
    } catch {}
  };

  // What could not be sent from here comes back, where nothing was saved since.
  if (!isStep)
    try {
      const { unsent, ...kept } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      if (unsent && kept.version === Number(fields.version.value)) {
        for (const [name, value] of Object.entries(kept))
          if (fields[name] instanceof HTMLInputElement && name !== "version") fields[name].value = value;
        say("What you typed here before the connection was lost is back.");
      } else if (kept.version !== Number(fields.version.value)) mirror(null);
    } catch {}

  /** What is refused, as half typed, is not kept and not said: that is for Next. */
  async function keepStep() {
    const body = new URLSearchParams(new FormData(form));
    body.delete("submission_id");
    body.set("intent", form.querySelector("button[name=intent]").value);
    try {
      const answer = await fetch(location.href, { method: "POST", body, redirect: "manual" });
      if (answer.type !== "opaqueredirect") return;
      const now = await fetch("/api/job-draft");
      if (!now.ok) return;
      fields.version.value = (await now.json()).version + 1;
      say("Kept");
    } catch {
      say("You're offline. What you type isn't saved yet.");
    }
  }

  let timer = 0;
  let last = null;
  async function keep() {
    const body = typed();
    mirror({ ...body, unsent: true });
    const answer = await fetch("/api/job-draft", {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (!answer) return say("You're offline. What you type is kept on this device.");
    if (!answer.ok) return mirror(null);
    fields.version.value = (await answer.json()).version + 1;
    mirror(typed());
    say("Kept");
  }
  form.addEventListener("change", (event) => {
    if (event.target.name === "us_state_id") {
      form.requestSubmit(form.querySelector("button[value=counties]"));
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(() => {
      // One after another, for each needs the version that the one before has brought.
      const mine = Promise.resolve(last)
        .then(isStep ? keepStep : keep)
        .finally(() => {
          if (last === mine) last = null;
        });
      last = mine;
    }, 400);
  });
  // The form itself waits for what is on its way, else it would be overtaken by its own fields.
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    if (!last) return;
    event.preventDefault();
    const { submitter } = event;
    last.then(() => form.requestSubmit(submitter));
  });
})();
