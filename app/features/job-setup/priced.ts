import { money, rate as rateInput } from "~/domain/money/money";
import type { FieldErrors } from "~/web/refusal";
import { type DraftTerms, USUAL_TERMS } from "./draft";
import { draftTermsWords, typedMinimum, typedRate } from "./rates";

/** What a rate was copied or sent with that its row has no field for. */
export const otherTerms = (terms: DraftTerms, nameOf: (companyId: number) => string) =>
  draftTermsWords({ ...terms, minimum_cents: null }, nameOf);

/** The fields of a price. */
export const priced = { rate: rateInput().optional(), minimum: money().optional() };
type Priced = { rate?: string | number; minimum?: string | number };

/** Notes what is wrong with a price, under the names that its fields begin with; a minimum belongs to a rate. */
export function checkPrice(wrong: FieldErrors, name: string, row: Priced) {
  const minimum = typedMinimum(row.minimum);
  if (minimum === undefined) wrong[`${name}minimum`] = ["Type an amount like 260.00, or leave it empty."];
  else if (minimum !== null && typedRate(row.rate) === null)
    wrong[`${name}rate`] = ["Type the rate too, or clear the minimum per load."];
}

/** A row's price with what else is agreed, which stays as it is in the draft. */
export const pricedAs = (row: Priced, saved: DraftTerms | undefined) => ({
  rate: typedRate(row.rate),
  quantity_basis: (saved ?? USUAL_TERMS).quantity_basis,
  may_convert: (saved ?? USUAL_TERMS).may_convert,
  log_rule: (saved ?? USUAL_TERMS).log_rule,
  shares: (saved ?? USUAL_TERMS).shares,
  minimum_cents: typedMinimum(row.minimum) ?? null,
  ...(saved?.fuel_rule_id ? { fuel_rule_id: saved.fuel_rule_id } : {}),
});
