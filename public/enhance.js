// Small niceties for every page, light ones too. Nothing depends on them.
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.includes(`tt_zone=${encodeURIComponent(zone)}`))
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's other form is not in old phones
    document.cookie = `tt_zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;

  // A second press of the same button sends nothing; going back makes it work again.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "1";
    const button = event.submitter;
    if (button) button.setAttribute("aria-disabled", "true");
    for (const card of form.querySelectorAll("[data-syncing]")) card.hidden = false;
  });
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
    for (const button of document.querySelectorAll("button[aria-disabled]"))
      button.removeAttribute("aria-disabled");
  });

  // That the signal is gone is said as long as it is.
  const signal = document.querySelector("[data-signal]");
  const tell = () => {
    signal?.replaceChildren();
    if (!signal || navigator.onLine) return;
    const line = document.createElement("p");
    line.className = "offline";
    line.textContent = "You're offline. Showing the last saved version.";
    signal.append(line);
  };
  addEventListener("online", tell);
  addEventListener("offline", tell);
  tell();

  // What cannot be answered before another field is stays off until then.
  for (const field of document.querySelectorAll("[data-needs]")) {
    const first = field.form?.elements[field.dataset.needs];
    if (!first) continue;
    const keep = () => {
      field.disabled = !first.value;
    };
    first.addEventListener("change", keep);
    addEventListener("pageshow", keep);
    keep();
  }

  // A phone number takes digits alone and is written as one types: (906)555-0100.
  document.addEventListener("input", ({ target: input }) => {
    if (input.dataset.phone === undefined) return;
    const all = input.value.replace(/\D/g, "");
    const first = all[0] === "1" ? 1 : 0;
    const d = all.slice(first, first + 10);
    const before = input.value.slice(0, input.selectionStart).replace(/\D/g, "").length - first;
    input.value =
      d.length < 4 ? d : `(${d.slice(0, 3)})${d.slice(3, 6)}${d.length > 6 ? `-${d.slice(6)}` : ""}`;
    // The caret stays behind the digit that it was behind.
    let at = 0;
    for (let n = 0; n < Math.min(before, d.length); at++) if (/\d/.test(input.value[at])) n++;
    input.setSelectionRange(at, at);
  });

  // Where nothing differs from what is saved there is nothing to save.
  for (const form of document.querySelectorAll("form[data-save-when-changed]")) {
    const button = form.querySelector("button[type=submit]");
    if (!button || form.querySelector(".notice")) continue;
    const standing = () => new URLSearchParams(new FormData(form)).toString();
    const saved = standing();
    const look = () => {
      button.disabled = standing() === saved;
    };
    form.addEventListener("input", look);
    addEventListener("pageshow", look);
  }

  // Next stays off until something is ticked; without a script the page says so in words.
  for (const form of document.querySelectorAll("form[data-needs-tick]")) {
    const button = form.querySelector("button[type=submit]");
    const look = () => {
      button.disabled = !form.querySelector(`[name$="${form.dataset.needsTick}"]:checked`);
    };
    form.addEventListener("change", look);
    addEventListener("pageshow", look);
    look();
  }

  // What was finished or given up is not kept on this device any longer.
  for (const { dataset } of document.querySelectorAll("[data-forget]"))
    try {
      localStorage.removeItem(dataset.forget);
    } catch {}

  // A form that was sent and led here has arrived; until then its page keeps what was typed (public/unsent.js).
  try {
    const { origin, pathname, search } = new URL(document.referrer);
    const key = `unsent:${pathname}${search}`;
    const isSent = origin === location.origin && pathname !== location.pathname && localStorage.getItem(key);
    if (isSent && JSON.parse(isSent).sent) localStorage.removeItem(key);
  } catch {}

  // What is chosen for good is mirrored under the key that others know it by; the server's is what holds.
  for (const form of document.querySelectorAll("form[data-mirror]")) {
    const mirror = () => {
      const said = [...new FormData(form)].filter(([name]) => !/^(submission_id|version)$/.test(name));
      try {
        localStorage.setItem(form.dataset.mirror, JSON.stringify(said.length ? said : []));
      } catch {}
    };
    form.addEventListener("change", mirror);
    mirror();
  }

  // Move the focus to the error, so that reading continues there.
  document.querySelector(".notice.danger[tabindex]")?.focus();

  // The box that finds everything: / or Ctrl+K leads to it. What suggests comes with the first word, or with the page's.
  const finder = document.querySelector("form[data-find]");
  const finding = finder?.elements.q;
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const types = target.matches?.("input, select, textarea, [contenteditable]");
    if (!finding?.offsetParent || event.altKey) return;
    if (key === "k" ? !(event.ctrlKey || event.metaKey) : key !== "/" || types || event.ctrlKey) return;
    event.preventDefault();
    finding.focus();
    finding.select();
  });

  // Pickers come where there is something to pick, once the framework, where there is one, has taken over the page.
  const bring = (name) => {
    const script = document.createElement("script");
    script.src = `/${name}.js`;
    document.body.append(script);
  };
  const isLive = () =>
    !document.querySelector("script[type=module]") || "live" in document.documentElement.dataset;
  // What changes the page waits until React, where it is used, has found the page as it was sent.
  const bringLive = (name) =>
    isLive() ? bring(name) : document.addEventListener("live", () => bring(name), { once: true });
  const picks = "[data-picker], [data-choices], [data-suggest], [data-narrow]";
  if (finder && document.querySelector(picks)) finder.dataset.suggest = "suggest";
  else
    finding?.addEventListener(
      "focus",
      () => {
        finder.dataset.suggest = "suggest";
        bringLive("picker");
      },
      { once: true },
    );
  for (const [marks, name] of [
    [picks, "picker"],
    ["[data-keep-draft]", "job-setup"],
    ["[data-load], [data-scale]", "load-form"],
    ["[data-scale-form]", "scale"],
    ["[data-keep-unsent], .steps form", "unsent"],
  ]) {
    if (document.querySelector(marks)) bringLive(name);
  }

  // What may be looked at in place opens in a dialog (public/dialog.js); where that can't be had, it's a page.
  for (const kind of ["click", "submit"])
    document.addEventListener(kind, (event) => {
      const from = event.submitter ?? event.target.closest?.("a");
      const at = from?.closest(kind === "click" ? "a[data-dialog]" : ":not(a)[data-dialog]");
      if (!at || !isLive() || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const marks = at.dataset.dialog;
      // A second press doesn't wait.
      delete at.dataset.dialog;
      const plain = () => from.click();
      const late = setTimeout(plain, 3000);
      import("/dialog.js").then(({ ask }) => {
        clearTimeout(late);
        ask(at, from, marks);
      }, plain);
    });

  // What can be undone for a moment goes when the moment is over.
  for (const bar of document.querySelectorAll("[data-fade]"))
    setTimeout(() => bar.remove(), Number(bar.dataset.fade) * 1000);

  for (const image of document.querySelectorAll("img[data-fallback]"))
    image.addEventListener("error", () => {
      const words = document.createElement("p");
      words.textContent = image.dataset.fallback;
      image.replaceWith(words);
    });

  for (const button of document.querySelectorAll("button[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }

  // The columns of the list as the browser keeps them for itself; the server's are those that count.
  for (const { dataset } of document.querySelectorAll("[data-mirror][data-value]"))
    try {
      localStorage.setItem(dataset.mirror, dataset.value);
    } catch {}

  // Numbers that are typed into the filter are looked up a moment after.
  for (const input of document.querySelectorAll("[data-found]")) {
    let typing;
    input.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(async () => {
        const numbers = [...new Set(input.value.match(/\b[1-9]\d{0,8}\b/g))].slice(0, 50).map(Number);
        const said = input.parentElement.querySelector("[role=status]");
        said.textContent = "";
        if (!numbers.length) return;
        const answer = await fetch(input.dataset.found, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ trip_ticket_numbers: numbers, take: 1 }),
        }).catch(() => null);
        if (answer?.ok) said.textContent = `${(await answer.json()).meta.total} found`;
      }, 300);
    });
  }

  // A ticket is shown beside the list without leaving it; where that fails, the link leads there.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-panel]");
    const frame = document.querySelector("[data-panel-frame]");
    if (!link || !frame || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const old = document.getElementById("panel") ?? document.createElement("aside");
    old.id = "panel";
    old.className = "card panel";
    old.textContent = "Loading Ticket Details...";
    frame.className = "with-panel";
    frame.append(old);
    old.scrollIntoView({ block: "nearest" });
    try {
      const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      old.replaceWith(document.adoptNode(page.getElementById("panel")));
      history.replaceState(history.state, "", link.href);
    } catch {
      location.assign(link.href);
    }
  });

  const send = (address, options) =>
    fetch(address, options).then(
      (answer) => answer.ok,
      () => false,
    );

  // What is turned away is gone at once, and comes back where that failed.
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.dataset.vanish) return;
    event.preventDefault();
    const entry = form.closest("li");
    const words = document.getElementById(form.dataset.vanish);
    entry.hidden = true;
    words.hidden = true;
    const body = new URLSearchParams(new FormData(form));
    if (await send(form.action, { method: "POST", body })) return;
    entry.hidden = false;
    delete form.dataset.sent;
    event.submitter?.removeAttribute("aria-disabled");
    words.textContent = form.dataset.failed;
    words.hidden = false;
  });

  // A box that is ticked applies at once, and goes back where that failed; one after another, as they were ticked.
  for (const form of document.querySelectorAll("form[data-apply]")) {
    const said = form.querySelector("[data-said]");
    form.querySelector("[data-save]").hidden = true;
    let last = Promise.resolve();
    form.addEventListener("change", ({ target: box }) => {
      if (!box.dataset.put) return;
      const value = box.checked;
      last = last.then(async () => {
        const done = await send(form.dataset.apply, {
          method: "PUT",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ ...JSON.parse(box.dataset.put), value }),
        });
        if (!done) box.checked = !value;
        said.textContent = done ? form.dataset.done : form.dataset.failed;
        said.classList.toggle("wrong", !done);
        said.hidden = false;
      });
    });
  }
})();
