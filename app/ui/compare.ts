import { formatPhone } from "~/lib/text/phone";
import { formatDate } from "~/lib/time/time";
import type { Option } from "./field";

/** A field with its typed value and its saved value, for display side by side. */
export type ComparedRow = { name: string; label: string; typed: string; saved: string };

/** A field to compare: its label, and how the page formats its value. */
export type ComparedField = { name: string; label: string; words?: (value: unknown) => string };

const plain = (value: unknown) =>
  [value ?? ""]
    .flat()
    .map((item) => String(item ?? "").trim())
    .join(", ");
const isNumber = (text: string) => text !== "" && Number.isFinite(Number(text));
const same = (a: string, b: string) => a === b || (isNumber(a) && isNumber(b) && Number(a) === Number(b));

/**
 * Return the fields whose typed and saved values differ, formatted as on the page; equal numbers typed differently
 * don't differ.
 */
export const compareFields = (
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

/** Return a function that formats one choice, or several in any order, by their option labels. */
export const createChoiceFormatter =
  (options: readonly Option[]) =>
  (value: unknown): string => {
    const chosen = [value ?? []].flat().map(plain);
    const known = options.filter((o) => chosen.includes(String(o.value)));
    const unknown = chosen.filter((item) => !known.some((o) => String(o.value) === item));
    return [...new Set(known.map((o) => o.label)), ...unknown].join(", ");
  };

export const formatPhoneValue = (value: unknown): string => formatPhone(plain(value));

/** Format a day as pages do; anything else is returned as typed. */
export function formatDayValue(value: unknown): string {
  const day = plain(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? formatDate(day) : day;
}

/** Format a checkbox value as "Yes" or "No"; a form sends "on" or nothing. */
export const formatCheckboxValue = (value: unknown): string =>
  value === true || value === "on" || value === "true" ? "Yes" : "No";
