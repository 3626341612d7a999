/** Where behaviors look: the document, or a part of it that was put in the place of another. */
export type PagePart = Document | Element;

/** What one fills in. */
export type Filled = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const isField = (found: unknown): found is Filled =>
  found instanceof HTMLInputElement ||
  found instanceof HTMLSelectElement ||
  found instanceof HTMLTextAreaElement;

/** The field of a form by its name; null if no field or several have it. */
export function fieldOf(form: HTMLFormElement, name: string): Filled | null {
  const found = form.elements.namedItem(name);
  return isField(found) ? found : null;
}

/** Everything in a part that is marked like this. */
export const all = <Found extends HTMLElement>(part: PagePart, marks: string): Found[] => [
  ...part.querySelectorAll<Found>(marks),
];

/** What is sent of a form, without its files. */
export const sentOf = (form: HTMLFormElement, pressed?: HTMLElement | null): [string, string][] =>
  [...new FormData(form, pressed)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );

/** An element with these attributes. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

/** A page's HTML, read without running anything of it. */
export const parsed = (html: string): Document => new DOMParser().parseFromString(html, "text/html");

export const HTML = { headers: { Accept: "text/html" } };

/** Whether a press means "here", and not a new tab, a window or a download. */
export const isPlain = (event: Event): boolean =>
  !event.defaultPrevented &&
  !(
    event instanceof MouseEvent &&
    (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  );

/** What is kept on this device, which some browsers forbid. */
export const kept = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** Whether it could be kept. */
  set(key: string, value: string): boolean {
    try {
      localStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
  forget(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {}
  },
  keys(): string[] {
    try {
      return Object.keys(localStorage);
    } catch {
      return [];
    }
  },
};

/** Whose page this is, and for which company; null where it is nobody's. */
export function readerOf(page: Document): string | null {
  const { user, company = "" } = page.querySelector<HTMLElement>("[data-user]")?.dataset ?? {};
  return user ? `${user}.${company}` : null;
}
/** Whose page this device was brought last. */
export const READER_KEY = "timbertally:reader";

/** An object that was kept as JSON; null where it is something else. */
export function readKept(key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(kept.get(key) ?? "null");
    return value && typeof value === "object" && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
