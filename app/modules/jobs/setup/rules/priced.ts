import { moneyField, rateField as rateInput } from "~/lib/money/money";
import type { FieldErrors } from "~/web/refusal";
import { type DraftTerms, USUAL_TERMS } from "./draft";
import { formatDraftTerms, parseTypedMinimum, parseTypedRate } from "./rates";

/** Terms that a rate was copied or sent with but that its row has no field for. */
export const formatOtherTerms = (terms: DraftTerms, nameOf: (companyId: number) => string) =>
  formatDraftTerms({ ...terms, minimum_cents: null }, nameOf);

/** The fields of a price. */
export const priceFields = { rate: rateInput().optional(), minimum: moneyField().optional() };
type Priced = { rate?: string | number; minimum?: string | number };

/** Adds the errors of a price, under the prefix of its field names; a minimum requires a rate. */
export function validatePrice(wrong: FieldErrors, name: string, row: Priced) {
  const minimum = parseTypedMinimum(row.minimum);
  if (minimum === undefined) wrong[`${name}minimum`] = ["Type an amount like 260.00, or leave it empty."];
  else if (minimum !== null && parseTypedRate(row.rate) === null)
    wrong[`${name}rate`] = ["Type the rate too, or clear the minimum per load."];
}

/** A row's price with its other agreed terms, which stay as they are in the draft. */
export const toPrice = (row: Priced, saved: DraftTerms | undefined) => ({
  rate: parseTypedRate(row.rate),
  quantity_basis: (saved ?? USUAL_TERMS).quantity_basis,
  may_convert: (saved ?? USUAL_TERMS).may_convert,
  log_rule: (saved ?? USUAL_TERMS).log_rule,
  shares: (saved ?? USUAL_TERMS).shares,
  minimum_cents: parseTypedMinimum(row.minimum) ?? null,
  ...(saved?.fuel_rule_id ? { fuel_rule_id: saved.fuel_rule_id } : {}),
});
