/** Root in which behaviors look for elements: the document, or a part inserted into it. */
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

/** Return the entries that the form sends, without files. */
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

export const HTML_REQUEST_OPTIONS = { headers: { Accept: "text/html" } };

/** Check for a plain click, not a click that opens a new tab or window or starts a download. */
export const isUnmodifiedClick = (event: Event): boolean =>
  !event.defaultPrevented &&
  !(
    event instanceof MouseEvent &&
    (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  );

/** Local storage without exceptions, because some browsers forbid access. */
export const safeLocalStorage = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** True if the value could be stored. */
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

/** Return the user and company of this page; null if nobody is signed in. */
export function getPageUserKey(page: Document): string | null {
  const { user, company = "" } = page.querySelector<HTMLElement>("[data-user]")?.dataset ?? {};
  return user ? `${user}.${company}` : null;
}
/** Storage key for the last signed-in user and company on this device. */
export const LAST_USER_STORAGE_KEY = "timbertally:reader";

/** Read an object stored as JSON; null for any other value. */
export function readStoredJson(key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(safeLocalStorage.get(key) ?? "null");
    return value && typeof value === "object" && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
