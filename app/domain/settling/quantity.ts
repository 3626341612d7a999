import { convertVolume, isUnit, type Thousandths, tonsWeighed, UNIT } from "~/domain/measures/measures";

/** What was measured of a load, and how far it went. */
export type MeasuredLoad = {
  scaled_volume: Thousandths | null;
  scaled_wood_unit_type_id: number | null;
  net_pounds: number | null;
  deduction_pounds: number | null;
  estimated_volume: Thousandths | null;
  estimated_wood_unit_type_id: number | null;
  log_rule: string | null;
  /** Miles by road, in thousandths. */
  miles: Thousandths | null;
  miles_are_estimated: boolean;
  /** The law of the job's state refuses pay by a quantity converted from another unit. */
  refuses_conversion: boolean;
};

/** What a rate counts: so much of a unit of wood, loads, or miles. */
export type Per = { per: "unit"; wood_unit_type_id: number } | { per: "load" } | { per: "mile" };

/** What both companies agreed about how a rate counts. */
export type Counting = {
  quantity_basis: "scaled" | "estimated";
  may_convert: boolean;
  log_rule: string | null;
};

/** Why a load cannot be paid by a rate that fits it. It is never paid as zero instead. */
export type QuantityProblem =
  | "no_volume"
  | "wrong_unit"
  | "conversion_refused"
  | "zero_volume"
  | "log_rule"
  | "no_miles"
  | "miles_estimated";

/** Where a quantity comes from: the scale, its weight, the estimate, any of them in another unit, the load, the road. */
export type QuantitySource = "scaled" | "weight" | "estimated" | "converted" | "count" | "miles";

export type Quantity = { thousandths: Thousandths; from: QuantitySource };

const problem = (found: QuantityProblem) => ({ problem: found });

/**
 * How much of what a rate counts a load brought, in thousandths: the first that fits of what the mill scaled in the rate's
 * own unit, by the ton pounds less the deduction (2,000 lb are a ton in law), the estimate where the rate
 * says so, and, where both agreed to it and the state's law allows it, a quantity converted from another unit.
 */
export function quantityOf(
  load: MeasuredLoad,
  rate: Per,
  terms: Counting,
): Quantity | { problem: QuantityProblem } {
  if (rate.per === "load") return { thousandths: 1000, from: "count" };
  if (rate.per === "mile") return milesOf(load);
  const measured = measuredOf(load, terms);
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

/** What a load may be paid by, in whatever unit, the best first. The first is also what a conversion starts from. */
export function measuredOf(
  load: Omit<MeasuredLoad, "miles" | "miles_are_estimated" | "refuses_conversion" | "log_rule">,
  terms: Pick<Counting, "quantity_basis">,
): Measured[] {
  const found: Measured[] = [];
  if (load.scaled_volume !== null && load.scaled_wood_unit_type_id !== null)
    found.push({ thousandths: load.scaled_volume, unit: load.scaled_wood_unit_type_id, from: "scaled" });
  if (load.net_pounds !== null)
    found.push({
      thousandths: tonsWeighed(load.net_pounds, load.deduction_pounds),
      unit: UNIT.ton,
      from: "weight",
    });
  if (
    terms.quantity_basis === "estimated" &&
    load.estimated_volume !== null &&
    load.estimated_wood_unit_type_id !== null
  )
    found.push({
      thousandths: load.estimated_volume,
      unit: load.estimated_wood_unit_type_id,
      from: "estimated",
    });
  return found;
}

/** A quantity that pays: more than nothing, and by the log rule that was agreed. A weight knows no log rule. */
function checked(
  load: MeasuredLoad,
  terms: Counting,
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
