import { expect, test } from "vitest";
import { getScaleWarnings, type LoadOnScale } from "./warnings";

const load = (more: Partial<LoadOnScale> = {}): LoadOnScale => ({
  hauler_load: null,
  requester_load: null,
  estimated_volume: null,
  estimated_wood_unit_type_id: null,
  scaled_volume: 33_090,
  scaled_wood_unit_type_id: 2,
  net_pounds: 66_180,
  deduction_pounds: null,
  tare_pounds: 32_000,
  scale_ticket_number: "G1",
  place: "Grayling",
  product: "Pulpwood, Aspen",
  is_accepted: true,
  same_slip: [],
  past: [],
  ...more,
});
const past = (...nets: number[]) => nets.map((net_pounds) => ({ net_pounds, tare_pounds: 32_000 }));

test("an ordinary load has no warnings", () => {
  expect(getScaleWarnings(load({ past: past(66_000, 68_000, 64_000) }))).toEqual([]);
});

test("a weight far outside the truck's earlier range is questioned, after three loads", () => {
  expect(getScaleWarnings(load({ past: past(90_000, 92_000) }))).toEqual([]);
  expect(getScaleWarnings(load({ past: past(90_000, 92_000, 91_000) }))).toEqual([
    "The net weight is 66,180 lb. This truck's last 3 loads weighed 90,000 lb to 92,000 lb.",
  ]);
  expect(getScaleWarnings(load({ past: past(60_200, 60_200, 60_200) }))).toEqual([]);
  expect(getScaleWarnings(load({ past: past(60_000, 60_000, 60_000) }))).toHaveLength(1);
});

test("a tare far from the truck's last one is questioned", () => {
  const last = [{ net_pounds: 66_000, tare_pounds: 28_000 }];
  expect(getScaleWarnings(load({ past: last }))).toEqual([
    "The tare is 32,000 lb. This truck's last one was 28,000 lb.",
  ]);
});

test("a volume that disagrees with the weight by more than 2 percent is questioned", () => {
  expect(getScaleWarnings(load({ scaled_volume: 33_700 }))).toEqual([]);
  expect(getScaleWarnings(load({ scaled_volume: 33_800 }))).toHaveLength(1);
});

test("a product that isn't accepted and a reused scale ticket are questioned", () => {
  expect(getScaleWarnings(load({ is_accepted: false, same_slip: [1001, 1002] }))).toEqual([
    "Grayling doesn't accept Pulpwood, Aspen on this job.",
    "Scale ticket G1 is already on tickets 1001, 1002.",
  ]);
});
