// A page's part in a dialog, brought by enhance.js for what is marked data-dialog. Where that fails, it is a plain page.

const PATIENCE_MS = 3000;

/**
 * Follows `at`, which is marked, in a dialog that holds what `marks` finds there. `from` was pressed: the link itself, or the
 * button of a form.
 */
export async function ask(at, from, marks) {
  const address = new URL(at.href ?? from.form.action);
  if (!at.href) {
    const sent = new FormData(from.form, from);
    // An older browser leaves out the button.
    if (![...sent.keys()].some((name) => name.startsWith(from.name))) return from.click();
    address.search = new URLSearchParams(sent);
  }
  const waiting = new AbortController();
  const late = setTimeout(() => waiting.abort(), PATIENCE_MS);
  try {
    await show(address, marks, from, waiting.signal);
    at.dataset.dialog = marks;
  } catch {
    location.assign(address);
  }
  clearTimeout(late);
}

/** Focus comes back to `from`; what was pressed in a dialog is shown in that one. */
async function show(address, marks, from, signal) {
  const answer = await fetch(address, { headers: { Accept: "text/html" }, signal });
  if (!answer.ok || answer.redirected) throw new Error("not a page to show here");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = page.querySelector(marks);
  const head = part.querySelector("h1, h2, h3");
  for (const one of part.querySelectorAll("script, noscript")) one.remove();

  // Everything leads where it leads on its page; what leads to that page itself says so, and stays in the dialog.
  const each = (name, change) => {
    for (const one of part.querySelectorAll(`[${name}]`))
      one.setAttribute(name, change(one.getAttribute(name)));
  };
  for (const form of part.querySelectorAll("form:not([action])")) form.setAttribute("action", "");
  for (const name of ["action", "formaction"]) each(name, (to) => new URL(to, answer.url).href);
  for (const link of part.querySelectorAll("a[href]"))
    link.href = new URL(link.getAttribute("href"), answer.url).href;
  for (const one of part.querySelectorAll("[data-stays]")) one.dataset.dialog = marks;

  // The page behind may have the same ids.
  head.id ||= "head";
  head.tabIndex = -1;
  for (const name of ["id", "for", "form", "aria-labelledby", "aria-describedby"])
    each(name, (ids) => ids.replace(/\S+/g, "dialog-$&"));

  const dialog = from.closest("dialog") ?? document.createElement("dialog");
  const box = document.createElement("div");
  box.className = "stack loose";
  box.append(...part.childNodes);
  box.insertAdjacentHTML(
    "beforeend",
    '<form method="dialog" class="row"><button class="button">Close</button> <a>Open the page</a></form>',
  );
  box.lastChild.lastChild.href = answer.url;
  dialog.replaceChildren(box);
  dialog.setAttribute("aria-labelledby", head.id);
  if (!dialog.open) {
    dialog.className = "dialog";
    // Beside it is out of it; not where a finger or mouse only came to rest there.
    let pressed;
    dialog.addEventListener("pointerdown", ({ target }) => {
      pressed = target;
    });
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog && pressed === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      from.focus();
    });
    document.body.append(dialog);
    dialog.showModal();
  }
  head.focus();
}
