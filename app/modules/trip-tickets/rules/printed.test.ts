import { expect, test } from "vitest";
import { createRandom } from "#db/random";
import { decodePrintedValues, encodePrintedValues, getPrintedValues, type PrintedValues } from "./printed";

const random = createRandom(18).next;
const upTo = (most: number) => Math.floor(random() * (most + 1));
const known = <T>(make: () => T) => (random() < 0.3 ? null : make());
const minute = () => new Date(upTo(60_000_000) * 60_000).toISOString();
const anyPrinted = (): PrintedValues => ({
  number: upTo(9_999_999),
  job: upTo(9_999_999),
  product: [upTo(99), upTo(999), upTo(20)].join("-"),
  net_pounds: known(() => upTo(400_000)),
  scaled_volume: known(() => upTo(10_000_000)),
  scaled_unit: known(() => 1 + upTo(2)),
  picked_up_at: known(minute),
  dropped_off_at: known(minute),
  history: known(() => upTo(0xffffffffffff).toString(16).padStart(12, "0")),
});

test("a code decodes to the printed values, and different values are encoded differently", () => {
  const seen = new Map<string, PrintedValues>();
  for (let n = 0; n < 2_000; n++) {
    const printedFacts = anyPrinted();
    const text = encodePrintedValues(printedFacts);
    expect(decodePrintedValues(text)).toEqual(printedFacts);
    expect(text).toMatch(/^[\w.-]{1,90}$/);
    expect(seen.get(text) ?? printedFacts).toEqual(printedFacts);
    seen.set(text, printedFacts);
  }
});

test("decoding any other text returns null, without an error", () => {
  for (const text of ["", ".", "a.b", "1.1.5-746-0.....", "1.1.5-746.......", "é", "1".repeat(10_000)])
    expect([text.slice(0, 20), decodePrintedValues(text)]).toEqual([text.slice(0, 20), null]);
});

test("prints times to the minute, and a unit only with a volume", () => {
  const t = {
    trip_ticket_number: 1178,
    job_id: 5,
    product_type_id: 5,
    wood_species_id: 746,
    wood_species_type_id: null,
    net_pounds: null,
    scaled_volume: null,
    scaled_wood_unit_type_id: 2,
    picked_up_at: "2026-11-16T19:05:59.123Z",
    dropped_off_at: null,
  };
  expect(getPrintedValues(t, null)).toMatchObject({
    product: "5-746-0",
    scaled_unit: null,
    picked_up_at: "2026-11-16T19:05:00.000Z",
  });
});
