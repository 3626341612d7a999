import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parseCoordinates } from "~/lib/geo/coordinates";
import { createTextSchema, createTrimmedTextSchema } from "~/lib/text/input";
import { applyEditorAction, applyLineEdit } from "~/modules/maps/rules/editor-acts";
import { PROCEDURES } from "./procedure";
import { listTextFields } from "./testing/texts-in";

await Promise.all(Object.values(import.meta.glob("../modules/**/*.server.ts")).map((load) => load()));
const texts = PROCEDURES.flatMap(({ name, input }) =>
  listTextFields(input).map((textField) => ({ name, ...textField })),
);

describe("input that anybody can send", () => {
  test("every text has a maximum length, and no pattern runs before the length is checked", () => {
    expect(PROCEDURES.length).toBeGreaterThan(200);
    expect(texts.length).toBeGreaterThan(300);
    const wrong = texts.filter(({ most, before }) => most === null || before.length);
    expect(
      wrong.map(({ name, at, most, before }) => `${name} ${at}: ${most ?? "no end"} ${before.join()}`),
    ).toEqual([]);
  });

  test.each<[string, z.ZodType, boolean]>([
    ["a text without an end", z.string(), false],
    ["a pattern before the end", z.string().regex(/a/).max(5), false],
    ["a pattern after an end that zod goes on from", z.string().max(5).regex(/a/), false],
    [
      "a check around a text that may be too long",
      z.strictObject({ a: z.string().max(5) }).refine(Boolean),
      false,
    ],
    ["a text in a union that is looked at", z.union([z.string().max(5), z.number()]).refine(Boolean), false],
    ["a text that ends first", createTextSchema(5).regex(/a/), true],
    ["a trimmed one", createTrimmedTextSchema(5).regex(/a/).optional(), true],
    ["one in a list", z.array(z.strictObject({ a: createTextSchema(5) })).refine(Boolean), true],
    ["a day", z.iso.date(), true],
  ])("%s", (_what, schema, right) => {
    const textFields = listTextFields(schema);
    expect(textFields).toHaveLength(1);
    expect(textFields.every(({ most, before }) => most !== null && before.length === 0)).toBe(right);
  });

  const EVIL = [" ", "a", "1", "0", ",", "1,", "a.", "@", "\\", '"', "N 1", "\n", "\u00e9", "a@a."].map(
    (part) => (length: number) => `N${part.repeat(length / part.length)}x`,
  );
  /**
   * Return the milliseconds of processor time that a schema needs to parse all of these texts of a given length, in
   * each of these fields.
   */
  const timeFor = (input: z.ZodType, places: string[], length: number) => {
    const start = process.cpuUsage();
    for (const evil of EVIL) input.safeParse(filled(places, evil(length)));
    return process.cpuUsage(start).user / 1_000;
  };

  test("takes only linear time to check 100 KB in every text of every procedure", () => {
    const slow: string[] = [];
    for (const { name, input } of PROCEDURES) {
      const places = listTextFields(input).map(({ at }) => at);
      if (!places.length) continue;
      const whole = timeFor(input, places, 100_000);
      // Quadratic time for 14 texts of 100 KB would be minutes, far above this limit.
      if (whole > 1_000 && whole > 8 * timeFor(input, places, 25_000)) slow.push(`${name}: ${whole} ms`);
    }
    expect(slow).toEqual([]);
  }, 300_000);

  test("takes only linear time to parse nearly valid coordinates and to edit them in the map editor", () => {
    const start = process.cpuUsage();
    for (const evil of EVIL) {
      expect(parseCoordinates(evil(60_000))).toBeNull();
      const lines = Array(300).fill(evil(180)).join("\n");
      const tail = `1, 1${" \n".repeat(15_000)}x`;
      for (const areas of [lines, tail, evil(60_000)]) {
        const fields = { method: "draw" as const, coordinates: areas, areas, geom: "" };
        for (const kind of ["undo", "close", "new", "delete", "show"] as const) {
          applyEditorAction(fields, { kind }, null);
          applyLineEdit(areas, { kind }, null);
        }
      }
    }
    // Earlier patterns took hours.
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(60_000);
  }, 300_000);
});

/** Return an input with the same text in all of these fields. */
function filled(places: string[], evil: string): unknown {
  const whole: Record<string, unknown> = {};
  for (const place of places) {
    const steps = place.split(".");
    let here: Record<string, unknown> = whole;
    for (const [i, step] of steps.entries()) {
      const key = step === "[]" || step.startsWith("[") ? "0" : step;
      const isLast = i === steps.length - 1;
      if (isLast) here[key] = evil;
      else {
        const next = here[key] ?? (steps[i + 1]?.startsWith("[") ? [] : {});
        here[key] = next;
        here = next as Record<string, unknown>;
      }
    }
  }
  return whole;
}
