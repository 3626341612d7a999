// Setting up a job: what is typed on the overview is kept as it changes, and on this device while the line is down.
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
  const mirror = (value) => {
    try {
      if (value) localStorage.setItem(KEY, JSON.stringify(value));
      else localStorage.removeItem(KEY);
    } catch {}
  };

  // What could not be sent from here comes back, where nothing was saved since.
  try {
    const { unsent, ...kept } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (unsent && kept.version === Number(fields.version.value)) {
      for (const [name, value] of Object.entries(kept))
        if (fields[name] instanceof HTMLInputElement && name !== "version") fields[name].value = value;
      say("What you typed here before the connection was lost is back.");
    } else if (kept.version !== Number(fields.version.value)) mirror(null);
  } catch {}

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
    if (!answer) return say("There is no connection. What you type is kept on this device.");
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
      last = keep().finally(() => {
        last = null;
      });
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
