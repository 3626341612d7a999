import { parseDay } from "~/lib/time/read-when";

/** Part of a list's filter that is invalid: its parameter, its name on the page, and the text in the address. */
export type UnreadablePart = { name: string; label: string; text: string; href: string };

const MAX_NAMED = 3;
const MAX_TEXT = 100;

/** Name a filter value in words: `Status "bogus"`. */
export const formatFilterValue = (label: string, text: string): string => `${label} "${text}"`;

/** Sentence that names the filter values that can't be read. */
export const formatUnreadableFilter = (values: readonly string[]): string =>
  `We couldn't read part of this filter: ${values.slice(0, MAX_NAMED).join(", ")}. Change it or clear the filter.`;

/**
 * Check whether a value counts as empty: blank, zero, null or undefined, as forms and programs send it
 * (docs/domain.md#ticket-lists).
 */
export const isBlankValue = (text: string): boolean => /^(0+|null|undefined)?$/.test(text);

/** Address without one parameter, on the first page. */
function removeParameter({ pathname, searchParams }: URL, name: string): string {
  const others = new URLSearchParams(searchParams);
  others.delete(name);
  others.delete("page");
  return others.size ? `${pathname}?${others}` : pathname;
}

/**
 * Read the filter in a list's address, one parameter at a time. A value that can't be read is undefined and is added to
 * `unreadable`; a page with such parts names them (`UnreadableFilter`) and lists nothing, so that a mistake never
 * becomes all rows.
 */
export function createFilterReader(address: string | URL) {
  const url = new URL(address);
  const unreadable: UnreadablePart[] = [];
  function read<T>(
    name: string,
    label: string,
    parse: (text: string) => T | null | undefined,
  ): T | undefined {
    const text = (url.searchParams.get(name) ?? "").trim();
    if (isBlankValue(text)) return undefined;
    const value = parse(text);
    if (value !== null && value !== undefined) return value;
    unreadable.push({ name, label, text: text.slice(0, MAX_TEXT), href: removeParameter(url, name) });
    return undefined;
  }
  return {
    unreadable,
    read,
    choice: <T extends string>(name: string, label: string, values: readonly T[]): T | undefined =>
      read(name, label, (text) => values.find((value) => value === text)),
    id: (name: string, label: string): number | undefined =>
      read(name, label, (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)),
    day: (name: string, label: string): string | undefined => read(name, label, (text) => parseDay(text)),
  };
}
