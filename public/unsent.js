// What is sent without a signal is kept on this device and offered again, brought by enhance.js to pages with forms that
// people fill in outdoors. It is the signed-in person's alone: another one, and signing out, clears it.
(() => {
  const KEY = "unsent:";
  const user = document.querySelector("[data-user]")?.dataset.user;
  const here = KEY + location.pathname + location.search;
  const META = new Set(["submission_id", "start"]);
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

  const notice = (words, ...buttons) => {
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
    document.getElementById("content")?.prepend(box);
  };

  const formOf = () => document.querySelector("form[data-keep-unsent]");
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
      if (form.action.endsWith("/logout")) for (const key of kept()) forget(key);
      if (navigator.onLine) return forget(here);
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!("keepUnsent" in form.dataset))
        return notice("No signal. Nothing was sent. Press again when you have a signal.");
      const fields = [...new FormData(form)].filter(([name, v]) => typeof v === "string" && !META.has(name));
      try {
        localStorage.setItem(here, JSON.stringify({ user, fields }));
        notice("No signal. Kept on this device. Press again when you have a signal.");
      } catch {
        notice("No signal, and this device can't keep it. Stay on this page and press again.");
      }
    },
    true,
  );

  const saved = user && read(here);
  const form = formOf();
  if (!saved || !form) return;
  const putBack = () => {
    for (const [name, value] of saved.fields) {
      const field = form.elements[name];
      // The version it was typed at goes along: who saved meanwhile is not written over.
      if (!field || !("value" in field)) continue;
      field.value = value;
      field.dispatchEvent(new Event(field.localName === "select" ? "options" : "change", { bubbles: true }));
    }
    forget(here);
  };
  notice(
    "What you typed here wasn't sent: there was no signal.",
    ["Put it back", putBack],
    ["Discard", () => forget(here)],
  );
})();
