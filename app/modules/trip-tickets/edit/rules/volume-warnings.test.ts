import { describe, expect, it, test } from "vitest";
import {
  computeVolumeFromNet,
  getDefaultScaledTime,
  getScalingWarnings,
  type MeasuredFields,
} from "./volume-warnings";

const load = (more: Partial<MeasuredFields>): MeasuredFields => ({
  hauler_load: null,
  requester_load: null,
  estimated_volume: 54_000,
  estimated_wood_unit_type_id: 2,
  scaled_volume: null,
  scaled_wood_unit_type_id: null,
  net_pounds: null,
  deduction_pounds: null,
  ...more,
});
const scaled = (volume: number, unit: number, more: Partial<MeasuredFields> = {}) =>
  getScalingWarnings(load({ scaled_volume: volume, scaled_wood_unit_type_id: unit, ...more }));

describe("volume computed from weights", () => {
  test.each([
    [98_400, null, 2, 49_200],
    [98_401, null, 2, 49_200],
    [98_403, null, 2, 49_202],
    [67_400, 2_400, 2, 32_500],
    [67_400, 67_400, 2, null],
    [1, null, 2, 0],
    [0, null, 2, null],
    [null, 400, 2, null],
    [98_400, null, 1, null],
    [98_400, 400, 3, null],
  ])("net %s less a deduction of %s in unit %i gives the volume %s", (net, deduction, unit, volume) => {
    expect(computeVolumeFromNet(net, deduction, unit)).toBe(volume);
  });
});

describe("warnings before saving", () => {
  it("a load consistent with its weights and its estimate has no warnings", () => {
    expect(scaled(49_200, 2, { net_pounds: 98_400 })).toEqual([]);
    expect(scaled(48_216, 2, { net_pounds: 98_400 })).toEqual([]);
    expect(scaled(11_400, 1)).toEqual([]);
    expect(getScalingWarnings(load({ net_pounds: 98_400 }))).toEqual([]);
  });

  it("questions board feet that were meant as tons", () => {
    expect(scaled(49_200, 1, { net_pounds: 98_400 })).toEqual([
      "The scaled volume is 49.2 MBF, about 236.16 tons, but the net weight of 98,400 lb is 49.2 tons.",
      "The scaled volume is 49.2 MBF, but the estimate is 54 tons.",
    ]);
  });

  it("questions 9,000 tons with a net weight of 50,000 pounds", () => {
    expect(scaled(9_000_000, 2, { net_pounds: 50_000, estimated_volume: null })).toEqual([
      "The scaled volume is 9,000 tons, but the net weight of 50,000 lb is 25 tons.",
    ]);
  });

  it("compares tons with the net weight after the deduction", () => {
    const net = { net_pounds: 67_400, deduction_pounds: 2_400, estimated_volume: null };
    expect(scaled(32_500, 2, net)).toEqual([]);
    expect(scaled(33_700, 2, net)).toEqual([
      "The scaled volume is 33.7 tons, but the net weight of 65,000 lb after the deduction is 32.5 tons.",
    ]);
  });

  it("questions a net weight of zero, with or without a volume", () => {
    const words = ["The net weight is 0 lb. Check gross and tare."];
    expect(getScalingWarnings(load({ net_pounds: 0 }))).toEqual(words);
    expect(scaled(49_200, 2, { net_pounds: 0 })).toEqual(words);
  });

  it("compares nothing with an estimate that nobody typed: the company's usual load, or the default of 55 tons", () => {
    expect(scaled(20_000, 2, { estimated_volume: 55_000 })).toEqual([]);
    const usual = { estimated_volume: 48_000, hauler_load: 48 };
    expect(scaled(20_000, 2, usual)).toEqual([]);
    expect(scaled(20_000, 2, { ...usual, hauler_load: null, requester_load: 48 })).toEqual([]);
    expect(scaled(20_000, 2, { ...usual, hauler_load: 50 })).toHaveLength(1);
  });

  it("questions deviations above two percent of the net weight or forty percent of the estimate", () => {
    const net = { net_pounds: 100_000, estimated_volume: null };
    expect(scaled(51_000, 2, net)).toEqual([]);
    expect(scaled(51_001, 2, net)).toHaveLength(1);
    expect(scaled(49_000, 2, net)).toEqual([]);
    expect(scaled(48_999, 2, net)).toHaveLength(1);
    expect(scaled(75_600, 2)).toEqual([]);
    expect(scaled(75_601, 2)).toHaveLength(1);
    expect(scaled(32_400, 2)).toEqual([]);
    expect(scaled(32_399, 2)).toHaveLength(1);
  });
});

/** The same rule reimplemented in fractions, with the conversions written out. */
function again(m: MeasuredFields): string[] {
  const lines = m.net_pounds === 0 ? ["net"] : [];
  if (m.scaled_volume === null || m.scaled_wood_unit_type_id === null) return lines;
  const tonsEach = [0, 4.8, 1, 2.4];
  const round = (x: number) => {
    const low = Math.floor(x);
    const rest = x - low;
    if (Math.abs(rest - 0.5) < 1e-9) return low % 2 === 0 ? low : low + 1;
    return rest > 0.5 ? low + 1 : low;
  };
  const convert = (v: number, from: number, to: number) =>
    from === to ? v : round((v * (tonsEach[from] ?? 0) * 1000) / ((tonsEach[to] ?? 1) * 1000));
  const unit = m.scaled_wood_unit_type_id;
  if (m.net_pounds) {
    const tons = convert(m.scaled_volume, unit, 2);
    const net = Math.max(0, m.net_pounds - (m.deduction_pounds ?? 0)) / 2;
    const allowed = unit === 2 ? net / 50 : (net * 2) / 5;
    if (Math.abs(tons - net) > allowed + 1e-6) lines.push("net");
  }
  if (m.estimated_volume && m.estimated_wood_unit_type_id !== null) {
    const mine = convert(m.scaled_volume, unit, m.estimated_wood_unit_type_id);
    if (Math.abs(mine - m.estimated_volume) > m.estimated_volume * 0.4 + 1e-6) lines.push("estimate");
  }
  return lines;
}

it("matches an independent calculation on random loads", () => {
  let state = 20_261_122;
  const random = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  let warned = 0;
  for (let i = 0; i < 4_000; i++) {
    const net = random(4) === 0 ? null : random(160_000);
    const near = net !== null && random(2) === 0;
    const m: MeasuredFields = {
      hauler_load: null,
      requester_load: null,
      estimated_volume: random(5) === 0 ? null : random(90_000),
      estimated_wood_unit_type_id: 1 + random(3),
      scaled_volume:
        random(9) === 0 ? null : near ? Math.round((net * (97 + random(7))) / 200) : random(120_000),
      scaled_wood_unit_type_id: near ? 2 : 1 + random(3),
      net_pounds: net,
      deduction_pounds: random(3) === 0 ? random(4_000) : null,
    };
    const kinds = getScalingWarnings(m).map((words) =>
      words.includes("the estimate is") ? "estimate" : "net",
    );
    if (kinds.join() !== again(m).join()) expect([m, kinds]).toEqual([m, again(m)]);
    warned += kinds.length;
  }
  expect(warned).toBeGreaterThan(1_000);
});

it("fills in tons as an independent calculation does", () => {
  for (let net = 1; net < 3_000; net++) {
    const exact = net / 2;
    const even = exact % 1 === 0 ? exact : Math.floor(exact) % 2 === 0 ? Math.floor(exact) : Math.ceil(exact);
    if (computeVolumeFromNet(net, null, 2) !== even)
      expect([net, computeVolumeFromNet(net, null, 2)]).toEqual([net, even]);
  }
});

describe("default scaling time", () => {
  const now = new Date("2026-11-16T20:00:00.000Z");
  const at = (picked_up_at: string | null, dropped_off_at: string | null) =>
    getDefaultScaledTime(now, { picked_up_at, dropped_off_at });
  it("the default scaling time is the current time at the scale", () => {
    expect(at(null, null)).toBe(now.toISOString());
    expect(at("2026-11-16T18:00:00.000Z", "2026-11-16T19:30:00.000Z")).toBe(now.toISOString());
  });
  it("the default scaling time is the drop-off time if the slips are keyed days later", () => {
    expect(at("2026-11-13T18:00:00.000Z", "2026-11-13T19:30:00.000Z")).toBe("2026-11-13T19:30:00.000Z");
  });
  it("the default scaling time is never before the pickup", () => {
    expect(at("2036-11-13T18:00:00.000Z", null)).toBeNull();
  });
});
