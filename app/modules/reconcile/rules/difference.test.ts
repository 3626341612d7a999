import { describe, expect, test } from "vitest";
import { createRandom } from "#db/random";
import {
  computeDifference,
  computeTotals,
  formatDifference,
  isSelectedByDefault,
  type OurLoad,
  type TheirLoad,
} from "./difference";

const TON = 2;
const MBF = 1;
const CORD = 3;
const load = (values: Partial<OurLoad> = {}): OurLoad => ({
  product_unit: TON,
  scaled_volume: null,
  scaled_wood_unit_type_id: null,
  estimated_volume: null,
  estimated_wood_unit_type_id: null,
  net_pounds: null,
  ...values,
});
const scaled = (volume: number, unit: number, values: Partial<OurLoad> = {}) =>
  load({ product_unit: unit, scaled_volume: volume, scaled_wood_unit_type_id: unit, ...values });
const line = (values: Partial<TheirLoad> = {}): TheirLoad => ({
  gross_pounds: null,
  tare_pounds: null,
  net_pounds: null,
  deduction_pounds: null,
  scaled_volume: null,
  scaled_wood_unit_type_id: null,
  ...values,
});
const stated = (volume: number, unit: number, values: Partial<TheirLoad> = {}) =>
  line({ scaled_volume: volume, scaled_wood_unit_type_id: unit, ...values });
const weighed = (gross: number, tare: number) =>
  line({ gross_pounds: gross, tare_pounds: tare, net_pounds: gross - tare });

describe("compares a mill's line with its ticket", () => {
  test.each([
    ["the same tons", stated(48_430, TON), scaled(48_430, TON), "equal", "None"],
    ["a ton less of fifty", stated(48_430, TON), scaled(49_430, TON), "beyond", "-1 ton (-2.02%)"],
    ["a tenth of a ton", stated(5_100, TON), scaled(5_000, TON), "within", "+0.1 tons (+2%)"],
    ["a little more than a tenth", stated(5_101, TON), scaled(5_000, TON), "beyond", "+0.101 tons (+2.02%)"],
    ["tons for board feet", stated(10_075, TON), scaled(10_075, MBF), "other unit", null],
    [
      "tons for a ticket scaled in MBF by mistake",
      stated(10_075, TON),
      { ...scaled(10_075, MBF), product_unit: TON },
      "other unit",
      null,
    ],
    ["one in a hundred of cords", stated(22_994, CORD), scaled(22_767, CORD), "within", "+0.227 cords (+1%)"],
    ["nothing on our side", stated(27_400, TON), load(), "new", null],
    [
      "weights less a deduction, as the ticket counts them",
      line({ gross_pounds: 98_400, tare_pounds: 31_000, net_pounds: 67_400, deduction_pounds: 2_400 }),
      scaled(32_500, TON, { net_pounds: 67_400 }),
      "equal",
      "None",
    ],
    ["weights for a load without any", weighed(80_000, 25_200), load(), "new", null],
    [
      "the same net of a product by the cord",
      weighed(160_000, 50_720),
      scaled(22_767, CORD, { net_pounds: 109_280 }),
      "equal",
      "None",
    ],
    [
      "840 lb more of a product by the cord",
      weighed(150_000, 55_000),
      scaled(19_617, CORD, { net_pounds: 94_160 }),
      "within",
      "+840 lb (+0.89%)",
    ],
    [
      "a net alone for a product by the cord",
      line({ net_pounds: 95_000 }),
      scaled(19_617, CORD),
      "other unit",
      null,
    ],
    [
      "half of what was estimated",
      stated(25_000, TON),
      load({ estimated_volume: 55_000, estimated_wood_unit_type_id: TON }),
      "beyond",
      null,
    ],
    [
      "two thirds of what was estimated",
      stated(36_000, TON),
      load({ estimated_volume: 55_000, estimated_wood_unit_type_id: TON }),
      "new",
      null,
    ],
    [
      "the same volume, but other weights",
      stated(27_400, TON, { net_pounds: 60_000 }),
      scaled(27_400, TON, { net_pounds: 54_800 }),
      "beyond",
      "+5,200 lb (+9.49%)",
    ],
  ] as const)("compares volumes and weights: %s", (_what, theirs, ours, standing, words) => {
    const difference = computeDifference(theirs, ours);
    expect([difference.standing, formatDifference(difference, ours.net_pounds)]).toEqual([standing, words]);
    expect(isSelectedByDefault(standing)).toBe(standing !== "beyond" && standing !== "other unit");
  });

  test("weights without a volume give tons only for products measured in tons", () => {
    expect(computeDifference(weighed(80_000, 25_200), load()).theirs).toEqual({ volume: 27_400, unit: TON });
    for (const unit of [MBF, CORD])
      expect(computeDifference(weighed(80_000, 25_200), load({ product_unit: unit })).theirs).toBeNull();
    // Older lines stored tons computed from the net weight.
    const before = stated(27_400, TON, { gross_pounds: 80_000, tare_pounds: 25_200, net_pounds: 54_800 });
    expect(computeDifference(before, load({ product_unit: CORD })).theirs).toBeNull();
  });
});

/** Recompute the difference with decimals instead of whole thousandths, directly from the rule's wording. */
function again(ours: number, theirs: number, inTons: boolean): [string, number] {
  const off = Math.abs(theirs - ours);
  const most = inTons ? Math.max(200, Math.round((ours * 2000) / 100)) / 2000 : Math.max(0.001, ours * 0.01);
  const standing = off === 0 ? "equal" : off <= most + 0.000_49 ? "within" : "beyond";
  return [standing, ((theirs - ours) / ours) * 100];
}

test("an independent calculation finds the same differences and tolerances", () => {
  const random = createRandom(13);
  let near = 0;
  for (let n = 0; n < 4_000; n++) {
    const unit = random.pick([MBF, TON, CORD]);
    const ours = random.between(1_000, 60_000);
    const theirs = Math.max(1, ours + random.between(-900, 900));
    const difference = computeDifference(stated(theirs, unit), scaled(ours, unit));
    const [standing, percent] = again(ours / 1000, theirs / 1000, unit === TON);
    // Skip differences at the exact limit, where decimals round differently from thousandths and both results are
    // valid.
    const edge = unit === TON ? Math.max(100, ours / 100) : ours / 100;
    if (Math.abs(Math.abs(theirs - ours) - edge) > 1)
      expect([ours, theirs, difference.standing]).toEqual([ours, theirs, standing]);
    else near++;
    expect((difference.percent ?? 0) / 100).toBeCloseTo(percent, 1);
  }
  expect(near).toBeLessThan(100);
});

test("totals include only loads with the same unit on both sides, with one total per unit", () => {
  const pairs: [TheirLoad, OurLoad][] = [
    [stated(48_430, TON), scaled(49_430, TON)],
    [stated(10_000, TON), scaled(9_500, TON)],
    [stated(22_000, CORD), scaled(22_767, CORD)],
    [stated(10_075, TON), scaled(10_075, MBF)],
    [stated(27_400, TON), load()],
  ];
  expect(computeTotals(pairs.map(([theirs, ours]) => computeDifference(theirs, ours)))).toEqual({
    totals: [
      { unit: TON, loads: 2, ours: 58_930, theirs: 58_430 },
      { unit: CORD, loads: 1, ours: 22_767, theirs: 22_000 },
    ],
    left_out: 2,
  });
});
