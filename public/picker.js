// Pickers, brought by enhance.js where a page has one; without them the same controls work as the browser has them.
//   select[data-picker]       becomes a box to type in with its options under it; the select stays and is what is sent
//   form[data-suggest]        a GET search suggests, as one types, the [data-option] links and buttons of its answer
//   select[data-choices]      lists only what goes with the field that it depends on (data-depends)
//   fieldset[data-narrow]     a list to tick in is narrowed to what its search box says; what is ticked stays
(() => {
  const TYPING_MS = 500;
  const NARROWING_MS = 300;
  const CLOSING_MS = 100;
  const plain = (text) => text.trim().toLowerCase();
  const make = (tag, attributes = {}) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };

  /**
   * Makes an input a combobox with a list under it (the pattern of the ARIA authoring practices). `find` gives the
   * options for a text, `choose` takes one, `settle` puts the input in order when it is left, `keeps` says whether Tab takes
   * what is marked and Enter never sends the form.
   */
  function combobox(input, { find, choose, settle, keeps, none }) {
    const list = make("ul", { role: "listbox", id: `${input.id}-list`, "aria-label": "Choices" });
    const said = make("p", { role: "status" });
    const panel = make("div", { class: "picker-panel" });
    panel.hidden = true;
    panel.append(list, said);
    input.after(panel);
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": list.id,
      "aria-autocomplete": "list",
      autocomplete: "off",
      spellcheck: "false",
    }))
      input.setAttribute(name, value);

    let found = [];
    let active = -1;
    let asked = 0;
    let typing;
    let closing;
    const isOpen = () => !panel.hidden;

    const mark = (index) => {
      active = index;
      for (const [i, item] of [...list.children].entries())
        item.setAttribute("aria-selected", String(i === index));
      const item = list.children[index];
      if (!item) return input.removeAttribute("aria-activedescendant");
      input.setAttribute("aria-activedescendant", item.id);
      item.scrollIntoView({ block: "nearest" });
    };
    const close = () => {
      asked++;
      clearTimeout(typing);
      typing = undefined;
      panel.hidden = true;
      input.setAttribute("aria-expanded", "false");
      mark(-1);
    };
    const take = (option) => {
      close();
      choose(option);
    };
    const draw = (options) => {
      found = options;
      list.replaceChildren(
        ...options.map((option, i) => {
          const item = make("li", { role: "option", id: `${list.id}-${i}`, "aria-selected": "false" });
          item.append(option.label);
          if (option.hint) {
            const hint = make("small");
            hint.textContent = option.hint;
            item.append(hint);
          }
          if (option.current) item.dataset.current = "";
          // The input keeps the focus.
          item.addEventListener("pointerdown", (event) => event.preventDefault());
          item.addEventListener("click", () => take(option));
          return item;
        }),
      );
      said.className = options.length ? "sr" : "soft";
      said.textContent = options.length ? `${options.length} to choose from` : none;
      panel.hidden = false;
      input.setAttribute("aria-expanded", "true");
      panel.scrollIntoView({ block: "nearest" });
    };
    /** Shows what there is for a text, and marks the first of what was searched for, none where all was erased, else what stands. */
    const look = async (text, isTyped) => {
      clearTimeout(typing);
      typing = undefined;
      const mine = ++asked;
      const options = await find(plain(text));
      if (mine !== asked) return false;
      draw(options);
      mark(
        plain(text)
          ? Math.min(0, options.length - 1)
          : options.findIndex((o) => (isTyped ? o.value === "" : o.current)),
      );
      return true;
    };
    const openAll = () => look("").then(() => input.select());

    input.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => look(input.value, true), TYPING_MS);
    });
    input.addEventListener("click", () => {
      if (!keeps) return;
      if (isOpen()) close();
      else openAll();
    });
    input.addEventListener("focus", () => clearTimeout(closing));
    input.addEventListener("blur", () => {
      closing = setTimeout(() => {
        close();
        settle();
      }, CLOSING_MS);
    });
    input.addEventListener("keydown", async (event) => {
      const { key } = event;
      const last = found.length - 1;
      if (event.isComposing || event.ctrlKey || event.metaKey) return;
      if (key === "ArrowDown" || key === "ArrowUp") {
        event.preventDefault();
        const down = key === "ArrowDown";
        if (!isOpen()) {
          await look(keeps ? "" : input.value);
          if (active < 0) mark(down ? 0 : found.length - 1);
        } else mark(down ? (active >= last ? 0 : active + 1) : active <= 0 ? last : active - 1);
      } else if ((key === "Home" || key === "End") && isOpen() && active >= 0) {
        event.preventDefault();
        mark(key === "Home" ? 0 : last);
      } else if (key === "Escape" && (isOpen() || typing)) {
        event.preventDefault();
        close();
        settle(true);
      } else if (key === "Enter") {
        if (!isOpen() && !typing) return;
        if (keeps || active >= 0) event.preventDefault();
        if (keeps && typing && !(await look(input.value, true))) return;
        if (found[active] && isOpen()) take(found[active]);
      } else if (key === "Tab" && keeps) {
        if (typing && !(await look(input.value, true))) return;
        if (isOpen() && found[active]) take(found[active]);
      }
    });
  }

  for (const select of document.querySelectorAll("select[data-choices]")) {
    const first = select.form?.elements[select.dataset.depends];
    if (!first) continue;
    const choices = JSON.parse(select.dataset.choices);
    const blank = [...select.options].find((option) => option.value === "");
    const list = () => {
      const chosen = select.value;
      const fitting = choices[first.value] ?? [];
      select.replaceChildren(
        ...(blank ? [blank] : []),
        ...fitting.map(([value, label]) => new Option(label, value)),
      );
      select.value = fitting.some(([value]) => value === chosen) ? chosen : "";
      select.dispatchEvent(new Event("options"));
    };
    first.addEventListener("change", list);
    addEventListener("pageshow", list);
    list();
  }

  for (const select of document.querySelectorAll("select[data-picker]")) {
    if (select.disabled || !select.id) continue;
    const { id } = select;
    const input = make("input", { type: "text", class: "input", id });
    for (const name of ["aria-describedby", "aria-invalid"])
      if (select.hasAttribute(name)) input.setAttribute(name, select.getAttribute(name));
    const blank = [...select.options].find((option) => option.value === "");
    if (blank) input.placeholder = blank.text;
    input.required = select.required;
    select.required = false;
    const hadFocus = document.activeElement === select;
    select.id = `${id}-native`;
    select.hidden = true;
    const frame = make("span", { class: "picker" });
    frame.append(input);
    select.after(frame);

    const write = () => {
      const chosen = select.selectedOptions[0];
      input.value = chosen && chosen.value !== "" ? chosen.text : "";
    };
    const set = (option) => {
      const changed = select.value !== option.value;
      select.value = option.value;
      write();
      if (changed)
        for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }));
    };
    combobox(input, {
      keeps: true,
      none: select.dataset.picker || "Nothing matches your search",
      find: (text) =>
        [...select.options]
          .filter(
            (option) => !option.disabled && plain(option.text).includes(text) && (!text || option.value),
          )
          .map((option) => ({ label: option.text, value: option.value, current: option.selected })),
      choose: set,
      // Take the typed text if it names an option, and an emptied box if that's an answer; otherwise keep the previous
      // choice.
      settle: (back) => {
        const text = plain(input.value);
        const named = [...select.options].find((option) => option.value && plain(option.text) === text);
        const meant = text ? named : blank;
        if (!back && meant) set(meant);
        else write();
      },
    });
    write();
    addEventListener("pageshow", write);
    select.addEventListener("options", write);
    select.form?.addEventListener("reset", () => setTimeout(write));
    if (hadFocus) input.focus();
  }

  for (const form of document.querySelectorAll("form[data-suggest]")) {
    const input = form.querySelector("input[type=search]");
    if (!input?.id) continue;
    combobox(input, {
      keeps: false,
      none: "Nothing matches your search",
      find: async (text) => {
        if (!text) return [];
        try {
          const address = new URL(form.action);
          address.search = String(new URLSearchParams(new FormData(form)));
          // A page that opens its only hit at once is told that nobody asks for that yet.
          if (form.dataset.suggest) address.searchParams.set(form.dataset.suggest, "1");
          const answer = await fetch(address, { headers: { Accept: "text/html" } });
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          return [...page.querySelectorAll("[data-option]")].map((mark) => ({
            label: mark.dataset.label ?? mark.textContent,
            hint: mark.dataset.option,
            mark,
          }));
        } catch {
          return [];
        }
      },
      // A link is followed; a button is pressed in its form, as on the page that it comes from.
      choose: ({ mark }) => {
        if (!mark.form) return location.assign(new URL(mark.getAttribute("href"), location.href).href);
        const form = document.adoptNode(mark.form);
        form.hidden = true;
        document.body.append(form);
        form.requestSubmit(mark);
      },
      settle: () => {},
    });
  }

  for (const set of document.querySelectorAll("fieldset[data-narrow]")) {
    const input = set.querySelector("input[type=search]");
    if (!input) continue;
    const said = make("p", { role: "status", class: "soft small" });
    set.dataset.narrow = "on";
    set.append(said);
    let typing;
    const narrow = () => {
      clearTimeout(typing);
      const rows = [...set.querySelectorAll("[data-words]")];
      const text = plain(input.value);
      for (const row of rows)
        row.hidden = !row.dataset.words.includes(text) && !row.querySelector("input").checked;
      const shown = rows.filter((row) => !row.hidden).length;
      said.textContent = text ? `${shown} of ${rows.length}` : "";
    };
    input.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(narrow, NARROWING_MS);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      narrow();
    });
  }
})();
