import { computeWeighedTons, convertVolume, isUnit, type Thousandths, UNIT } from "~/lib/units/measures";

/** Measurements of a load, and its miles. */
export type MeasuredLoad = {
  scaled_volume: Thousandths | null;
  scaled_wood_unit_type_id: number | null;
  net_pounds: number | null;
  deduction_pounds: number | null;
  estimated_volume: Thousandths | null;
  estimated_wood_unit_type_id: number | null;
  log_rule: string | null;
  /** Road miles, in thousandths. */
  miles: Thousandths | null;
  miles_are_estimated: boolean;
  /** True if the law of the job's state forbids pay by a quantity converted from another unit. */
  refuses_conversion: boolean;
};

/** Unit a rate is counted by: a unit of wood, loads, or miles. */
export type RateUnit = { per: "unit"; wood_unit_type_id: number } | { per: "load" } | { per: "mile" };

/** Terms of a rate, agreed by both companies, for determining the quantity. */
export type QuantityTerms = {
  quantity_basis: "scaled" | "estimated";
  may_convert: boolean;
  log_rule: string | null;
};

/** Reason a load can't be paid by a rate that applies to it. It is never paid as zero instead. */
export type QuantityProblem =
  | "no_volume"
  | "wrong_unit"
  | "conversion_refused"
  | "zero_volume"
  | "log_rule"
  | "no_miles"
  | "miles_estimated";

/** Source of a quantity: scaled volume, net weight, estimate, conversion from another unit, one per load, or road miles. */
export type QuantitySource = "scaled" | "weight" | "estimated" | "converted" | "count" | "miles";

export type Quantity = { thousandths: Thousandths; from: QuantitySource };

const problem = (quantityProblem: QuantityProblem) => ({ problem: quantityProblem });

/**
 * Compute the quantity to pay for a load, in thousandths, from the first source that applies: the mill's scaled volume
 * in the rate's unit; for tons, pounds less the deduction (2,000 lb are a ton in law); the estimate if the rate allows
 * it; and, if both companies agreed and the state's law allows it, a quantity converted from another unit.
 */
export function computeQuantity(
  load: MeasuredLoad,
  rate: RateUnit,
  terms: QuantityTerms,
): Quantity | { problem: QuantityProblem } {
  if (rate.per === "load") return { thousandths: 1000, from: "count" };
  if (rate.per === "mile") return milesOf(load);
  const measured = listMeasuredQuantities(load, terms);
  if (measured.length === 0) return problem("no_volume");
  const own = measured.find(({ unit }) => unit === rate.wood_unit_type_id);
  if (own) return checked(load, terms, { thousandths: own.thousandths, from: own.from }, own.from);
  if (!terms.may_convert) return problem("wrong_unit");
  if (load.refuses_conversion) return problem("conversion_refused");
  const [other] = measured;
  if (!other || !isUnit(other.unit) || !isUnit(rate.wood_unit_type_id)) return problem("wrong_unit");
  const thousandths = convertVolume(other.thousandths, other.unit, rate.wood_unit_type_id);
  return checked(load, terms, { thousandths, from: "converted" }, other.from);
}

type Measured = Quantity & { unit: number };

/** List the measurements by which a load may be paid, in any unit, best first. Conversions use the first. */
export function listMeasuredQuantities(
  load: Omit<MeasuredLoad, "miles" | "miles_are_estimated" | "refuses_conversion" | "log_rule">,
  terms: Pick<QuantityTerms, "quantity_basis">,
): Measured[] {
  const measureds: Measured[] = [];
  if (load.scaled_volume !== null && load.scaled_wood_unit_type_id !== null)
    measureds.push({ thousandths: load.scaled_volume, unit: load.scaled_wood_unit_type_id, from: "scaled" });
  if (load.net_pounds !== null)
    measureds.push({
      thousandths: computeWeighedTons(load.net_pounds, load.deduction_pounds),
      unit: UNIT.ton,
      from: "weight",
    });
  if (
    terms.quantity_basis === "estimated" &&
    load.estimated_volume !== null &&
    load.estimated_wood_unit_type_id !== null
  )
    measureds.push({
      thousandths: load.estimated_volume,
      unit: load.estimated_wood_unit_type_id,
      from: "estimated",
    });
  return measureds;
}

/**
 * Validate a quantity for payment: it must be above zero and measured by the agreed log rule. A weight needs no log
 * rule.
 */
function checked(
  load: MeasuredLoad,
  terms: QuantityTerms,
  quantity: Quantity,
  source: QuantitySource,
): Quantity | { problem: QuantityProblem } {
  if (quantity.thousandths <= 0) return problem("zero_volume");
  const isOtherRule = terms.log_rule !== null && source !== "weight" && terms.log_rule !== load.log_rule;
  return isOtherRule ? problem("log_rule") : quantity;
}

function milesOf(load: MeasuredLoad): Quantity | { problem: QuantityProblem } {
  if (load.miles === null || load.miles === 0) return problem("no_miles");
  return load.miles_are_estimated ? problem("miles_estimated") : { thousandths: load.miles, from: "miles" };
}
