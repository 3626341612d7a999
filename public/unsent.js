// What is sent without a signal is kept on this device and offered again, brought by enhance.js to pages with forms that
// people fill in outdoors. It is the signed-in person's alone: another one, and signing out, clears it. A phone that
// believes it has a signal may be wrong: what is sent is kept too, until the server has answered (enhance.js clears it).
(() => {
  const KEY = "unsent:";
  const user = document.querySelector("[data-user]")?.dataset.user;
  const here = KEY + location.pathname + location.search;
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  };
  const forget = (key) => {
    try {
      localStorage.removeItem(key);
    } catch {}
  };
  const kept = () => {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    } catch {
      return [];
    }
  };
  for (const key of kept()) if (user && read(key)?.user !== user) forget(key);

  // At the end of the page, where it sticks to the bottom of the screen: in sight wherever one has scrolled to.
  const notice = (words, { buttons = [], pressed } = {}) => {
    document.getElementById("unsent")?.remove();
    const box = document.createElement("div");
    box.id = "unsent";
    box.className = "notice warn unsent";
    box.setAttribute("role", "alert");
    const text = document.createElement("p");
    text.textContent = words;
    const row = document.createElement("p");
    row.className = "row";
    for (const [label, press] of buttons) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button";
      button.textContent = label;
      button.addEventListener("click", () => {
        box.remove();
        press();
      });
      row.append(button);
    }
    box.append(text, ...(buttons.length ? [row] : []));
    document.getElementById("content")?.append(box);
    const button = pressed?.getBoundingClientRect();
    const hidden = button ? button.bottom + 16 - box.getBoundingClientRect().top : 0;
    if (hidden > 0 && button.bottom <= innerHeight) scrollBy(0, hidden);
  };

  const formOf = () => document.querySelector("form[data-keep-unsent]");
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
      if (form.action.endsWith("/logout")) for (const key of kept()) forget(key);
      const keeps = "keepUnsent" in form.dataset;
      // With its submission id, so that what did arrive is not carried out twice.
      const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string");
      const keep = (sent) => localStorage.setItem(here, JSON.stringify({ user, sent, fields }));
      if (navigator.onLine) {
        try {
          if (keeps) keep(true);
        } catch {}
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      const pressed = event.submitter;
      if (!keeps)
        return notice("No signal. Nothing was sent. Press again when you have a signal.", { pressed });
      try {
        keep(false);
        notice("No signal. Kept on this device. Press again when you have a signal.", { pressed });
      } catch {
        notice("No signal, and this device can't keep it. Stay on this page and press again.", { pressed });
      }
    },
    true,
  );
  addEventListener("online", () => {
    const box = document.getElementById("unsent");
    if (!box?.querySelector("button")) box?.remove();
  });

  const saved = user && read(here);
  const form = formOf();
  if (!saved || !form) return;
  // The page that answers a form has what was typed in it already.
  if (saved.sent && document.referrer === location.href) return forget(here);
  const putBack = () => {
    for (const [name, value] of saved.fields) {
      const field = form.elements[name];
      // The version it was typed at goes along: who saved in between is not written over.
      if (!field || !("value" in field)) continue;
      field.value = value;
      if (field.localName === "select") field.dispatchEvent(new Event("options", { bubbles: true }));
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    forget(here);
  };
  const buttons = [
    ["Put it back", putBack],
    ["Discard", () => forget(here)],
  ];
  notice(
    saved.sent
      ? "What you typed here may not have arrived."
      : "What you typed here wasn't sent: there was no signal.",
    { buttons },
  );
})();
