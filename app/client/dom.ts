/** Root in which behaviors look: the document, or a part that replaced another. */
export type PagePart = Document | Element;

/** Form field element. */
export type FormControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const isField = (match: unknown): match is FormControl =>
  match instanceof HTMLInputElement ||
  match instanceof HTMLSelectElement ||
  match instanceof HTMLTextAreaElement;

/** Return the form field with this name; null if no field or several have it. */
export function getField(form: HTMLFormElement, name: string): FormControl | null {
  const match = form.elements.namedItem(name);
  return isField(match) ? match : null;
}

/** Return all elements in a part that match the selector. */
export const queryAll = <Found extends HTMLElement>(part: PagePart, marks: string): Found[] => [
  ...part.querySelectorAll<Found>(marks),
];

/** Entries that the form sends, without its files. */
export const getFormEntries = (form: HTMLFormElement, pressed?: HTMLElement | null): [string, string][] =>
  [...new FormData(form, pressed)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );

/** Create an element with attributes. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

/** Parse a page's HTML without running anything in it. */
export const parseHtml = (html: string): Document => new DOMParser().parseFromString(html, "text/html");

export const HTML_REQUEST = { headers: { Accept: "text/html" } };

/** True for a plain press, not one that opens a new tab, a window or a download. */
export const isUnmodifiedClick = (event: Event): boolean =>
  !event.defaultPrevented &&
  !(
    event instanceof MouseEvent &&
    (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  );

/** Storage on this device, which some browsers forbid. */
export const safeLocalStorage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** True if it could be stored. */
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

/** User and company of this page; null if nobody is signed in. */
export function getReaderId(page: Document): string | null {
  const { user, company = "" } = page.querySelector<HTMLElement>("[data-user]")?.dataset ?? {};
  return user ? `${user}.${company}` : null;
}
/** Key of the last user and company on this device. */
export const READER_KEY = "timbertally:reader";

/** Read an object stored as JSON; null if it is something else. */
export function readStoredJson(key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(safeLocalStorage.get(key) ?? "null");
    return value && typeof value === "object" && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
