import { createMoneySchema, createRateSchema as rateInput } from "~/lib/money/money";
import type { FieldErrors } from "~/web/refusal";
import { DEFAULT_RATE_TERMS, type DraftTerms } from "./draft";
import { formatDraftTerms, parseTypedMinimum, parseTypedRate } from "./rates";

/** Format the terms that a rate was copied or sent with and that its form row has no field for. */
export const formatOtherTerms = (terms: DraftTerms, nameOf: (companyId: number) => string) =>
  formatDraftTerms({ ...terms, minimum_cents: null }, nameOf);

/** Form fields of a rate and its minimum. */
export const priceFields = { rate: rateInput().optional(), minimum: createMoneySchema().optional() };
type Priced = { rate?: string | number; minimum?: string | number };

/** Add errors of a rate and its minimum, under the prefix of their field names. A minimum requires a rate. */
export function validatePrice(wrong: FieldErrors, name: string, row: Priced) {
  const minimum = parseTypedMinimum(row.minimum);
  if (minimum === undefined) wrong[`${name}minimum`] = ["Type an amount like 260.00, or leave it empty."];
  else if (minimum !== null && parseTypedRate(row.rate) === null)
    wrong[`${name}rate`] = ["Type the rate too, or clear the minimum per load."];
}

/** Return a form row's rate and minimum, together with the rate's other terms from the draft, which stay unchanged. */
export const toPrice = (row: Priced, saved: DraftTerms | undefined) => ({
  rate: parseTypedRate(row.rate),
  quantity_basis: (saved ?? DEFAULT_RATE_TERMS).quantity_basis,
  may_convert: (saved ?? DEFAULT_RATE_TERMS).may_convert,
  log_rule: (saved ?? DEFAULT_RATE_TERMS).log_rule,
  shares: (saved ?? DEFAULT_RATE_TERMS).shares,
  minimum_cents: parseTypedMinimum(row.minimum) ?? null,
  ...(saved?.fuel_rule_id ? { fuel_rule_id: saved.fuel_rule_id } : {}),
});
