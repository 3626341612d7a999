import { formatPhone } from "~/domain/people/phone";
import { formatDate } from "~/domain/time/time";
import type { Option } from "./field";

/** A field with its two values side by side: the typed one and the saved one. */
export type ComparedRow = { name: string; label: string; typed: string; saved: string };

/** A field to compare: its label, and how the page writes a value of it. */
export type ComparedField = { name: string; label: string; words?: (value: unknown) => string };

const plain = (value: unknown) =>
  [value ?? ""]
    .flat()
    .map((one) => String(one ?? "").trim())
    .join(", ");
const isNumber = (text: string) => text !== "" && Number.isFinite(Number(text));
const same = (a: string, b: string) => a === b || (isNumber(a) && isNumber(b) && Number(a) === Number(b));

/** The differences between what was typed and what is saved, in the page's own words; equal numbers don't differ. */
export const compared = (
  fields: readonly ComparedField[],
  typed: Record<string, unknown>,
  saved: Record<string, unknown>,
): ComparedRow[] =>
  fields
    .map(({ name, label, words = plain }) => ({
      name,
      label,
      typed: words(typed[name]),
      saved: words(saved[name]),
    }))
    .filter((row) => !same(row.typed, row.saved));

/** A choice, or several of them in any order, by the names that they are offered under. */
export const choiceWords =
  (options: readonly Option[]) =>
  (value: unknown): string => {
    const chosen = [value ?? []].flat().map(plain);
    const known = options.filter((o) => chosen.includes(String(o.value)));
    const unknown = chosen.filter((one) => !known.some((o) => String(o.value) === one));
    return [...new Set(known.map((o) => o.label)), ...unknown].join(", ");
  };

export const phoneWords = (value: unknown): string => formatPhone(plain(value));

/** A day as pages write it; anything else is returned as typed. */
export function dayWords(value: unknown): string {
  const day = plain(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? formatDate(day) : day;
}

/** A box that is ticked or not: a form sends "on" or nothing. */
export const tickWords = (value: unknown): string =>
  value === true || value === "on" || value === "true" ? "Yes" : "No";
