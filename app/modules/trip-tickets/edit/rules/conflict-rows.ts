import { formatInstant, fromLocal } from "~/lib/time/time";
import { formatPounds, formatVolume, parsePounds, parseVolume } from "~/lib/units/measures";
import { type ComparedRow, compareFields } from "~/ui/compare";
import type { FieldKind } from "../../rules/edit-boxes";

/** Properties of an edit page's field that the comparison needs. */
type Field = {
  name: string;
  label: string;
  kind: FieldKind;
  value: string;
  choices: { value: string; label: string }[] | null;
  zone?: string | null;
};
type Page = { fields: Field[]; now: string };

const UNIT_OF: Record<string, string> = {
  estimated_volume: "estimated_wood_unit_type_id",
  scaled_volume: "scaled_wood_unit_type_id",
};

/** Compare typed with saved values in one format, returning only the fields that differ. */
export function createConflictRows(page: Page, typed: Record<string, unknown>): ComparedRow[] {
  const mine = (name: string) => (typeof typed[name] === "string" ? String(typed[name]) : "");
  const theirs = (name: string) => page.fields.find((f) => f.name === name)?.value ?? "";
  const units = Object.values(UNIT_OF);
  const fields = page.fields.filter((field) => !units.includes(field.name));
  const wordsBy = (of: (name: string) => string) =>
    Object.fromEntries(fields.map((field) => [field.name, words(page, field, of)]));
  return compareFields(
    fields.map(({ name, label }) => ({ name, label })),
    wordsBy(mine),
    wordsBy(theirs),
  );
}

function words(page: Page, field: Field, of: (name: string) => string): string {
  const value = of(field.name).trim();
  if (value === "") return "";
  if (field.choices) return field.choices.find((c) => c.value === value)?.label ?? value;
  if (field.kind === "pounds") {
    const pounds = parsePounds(value);
    return pounds === null ? value : formatPounds(pounds);
  }
  if (field.kind === "volume") {
    const volume = parseVolume(value);
    return volume === null ? value : formatVolume(volume, Number(of(UNIT_OF[field.name] ?? "")));
  }
  if (field.kind === "instant") {
    const zone = field.zone ?? "UTC";
    const instant = fromLocal(value, zone);
    return instant === null ? value : formatInstant(instant, zone, new Date(page.now));
  }
  return value;
}
