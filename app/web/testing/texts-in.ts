import type { z } from "zod";

/** A text in an input schema: its path, its maximum length, and the checks that run before the length check. */
export type SchemaTextField = { at: string; most: number | null; before: string[] };

type Check = { _zod: { def: { check: string; maximum?: number; abort?: boolean; format?: string } } };

/** Checks that may run before the length check, because they take linear time. */
const HARMLESS = new Set(["overwrite", "min_length", "max_length", "length_equals"]);

const ONE_LENGTH = new Set(["date", "uuid"]);

/** Return every text in an input schema. `outer` are the checks of the container, which run after the text's own. */
export function listTextFields(
  schema: z.core.$ZodType,
  instant = "",
  outer: string[] = [],
): SchemaTextField[] {
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string; checks?: Check[] };
  const checks = (def.checks ?? []).map((check) => check._zod.def);
  const inside = (inner: unknown, step = "", more: string[] = []) =>
    listTextFields(inner as z.core.$ZodType, step ? (instant ? `${instant}.${step}` : step) : instant, [
      ...outer,
      ...more,
    ]);
  const own = checks.filter(({ check }) => !HARMLESS.has(check)).map(({ check, format }) => format ?? check);
  switch (def.type) {
    case "string": {
      const end = checks.findIndex(({ check, abort }) => /max_length|length_equals/.test(check) && abort);
      const earlier = (end === -1 ? checks : checks.slice(0, end)).filter(
        ({ check }) => !HARMLESS.has(check),
      );
      const before = [...earlier.map(({ check, format }) => format ?? check), ...(end === -1 ? outer : [])];
      // A schema such as z.iso.date() is a pattern that matches only a fixed length.
      if (typeof def.format === "string" && ONE_LENGTH.has(def.format))
        return [{ at: instant, most: 40, before: [] }];
      const ends = checks.flatMap(({ maximum }) => maximum ?? []);
      return [{ at: instant, most: ends.length ? Math.min(...ends) : null, before }];
    }
    case "object":
      return Object.entries(def.shape as Record<string, unknown>).flatMap(([name, inner]) =>
        inside(inner, name, own),
      );
    case "array":
      return inside(def.element, "[]", own);
    case "tuple":
      return (def.items as unknown[]).flatMap((item, i) => inside(item, `[${i}]`, own));
    case "record":
      return [...inside(def.keyType, "{}", own), ...inside(def.valueType, "{}", own)];
    case "union":
      return (def.options as unknown[]).flatMap((option) => inside(option, "", own));
    case "intersection":
      return [def.left, def.right].flatMap((side) => inside(side, "", own));
    // The second part of a pipe doesn't run after an error in the first part.
    case "pipe":
      return inside(def.in);
    case "lazy":
      return inside((def.getter as () => unknown)(), "", own);
    default:
      return "innerType" in def ? inside(def.innerType, "", own) : [];
  }
}
