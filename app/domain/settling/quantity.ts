import { poundsAfterDeduction, type Thousandths, tonsOfPounds, UNIT } from "~/domain/measures/measures";

/** What was measured of a load, and how far it went. */
export type MeasuredLoad = {
  scaled_volume: Thousandths | null;
  scaled_wood_unit_type_id: number | null;
  net_pounds: number | null;
  deduction_pounds: number | null;
  /** Miles by road, in thousandths. */
  miles: Thousandths | null;
  miles_are_estimated: boolean;
};

/** What a rate counts: so much of a unit of wood, loads, or miles. */
export type Per = { per: "unit"; wood_unit_type_id: number } | { per: "load" } | { per: "mile" };

/** Why a load cannot be paid by a rate that fits it. It is never paid as zero instead. */
export type QuantityProblem = "no_volume" | "wrong_unit" | "zero_volume" | "no_miles" | "miles_estimated";

/** Where a quantity comes from: the mill's scale, its weight, the load itself, or the road. */
export type QuantitySource = "scaled" | "weight" | "count" | "miles";

export type Quantity = { thousandths: Thousandths; from: QuantitySource };

const problem = (found: QuantityProblem) => ({ problem: found });

/**
 * How much of what a rate counts a load brought, in thousandths. What the mill scaled counts in the rate's own unit; by
 * the ton, pounds less the deduction also count, since 2,000 lb are a ton and no conversion. Volume is never turned into
 * weight or back, nor is an estimate paid (decisions, section 4 of the specification's: pay never converts).
 */
export function quantityOf(load: MeasuredLoad, rate: Per): Quantity | { problem: QuantityProblem } {
  if (rate.per === "load") return { thousandths: 1000, from: "count" };
  if (rate.per === "mile") return milesOf(load);
  const found = volumeIn(load, rate.wood_unit_type_id);
  if (found) return found.thousandths > 0 ? found : problem("zero_volume");
  return problem(load.scaled_volume === null && load.net_pounds === null ? "no_volume" : "wrong_unit");
}

function milesOf(load: MeasuredLoad): Quantity | { problem: QuantityProblem } {
  if (load.miles === null || load.miles === 0) return problem("no_miles");
  return load.miles_are_estimated ? problem("miles_estimated") : { thousandths: load.miles, from: "miles" };
}

function volumeIn(load: MeasuredLoad, unit: number): Quantity | null {
  if (load.scaled_volume !== null && load.scaled_wood_unit_type_id === unit)
    return { thousandths: load.scaled_volume, from: "scaled" };
  if (load.net_pounds === null || unit !== UNIT.ton) return null;
  return {
    thousandths: tonsOfPounds(poundsAfterDeduction(load.net_pounds, load.deduction_pounds)),
    from: "weight",
  };
}
