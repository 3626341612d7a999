import { parseRate } from "~/lib/money/money";
import { DEFAULT_UNIT } from "~/lib/units/measures";
import { readProductsByKey } from "~/modules/products/shared/products.server";
import { findAcceptedUnit, getMissingUnitMessage } from "~/modules/rates/rules/taken-unit";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import type { Ctx } from "~/web/procedure";
import { type FieldErrors, invalid } from "~/web/refusal";
import type { fromApiDraft } from "../rules/whole-draft";

type SentJob = Parameters<typeof fromApiDraft>[0];
type SentHaulRate = NonNullable<SentJob["haul_rates"]>[number];
type SentProduct = Omit<NonNullable<SentJob["products"]>[number], "wood_unit_type_id">;

const keyOf = (p: SentProduct): string =>
  formatProductKey({
    ...p,
    wood_species_id: p.wood_species_id ?? null,
    wood_species_type_id: p.wood_species_type_id ?? null,
  });

/**
 * Fill in every unit that the caller left out of a sent job. A product gets its type's unit; its mixes and rates get
 * the job product's unit. A haul rate gets the unit of the products that its destination accepts. If these units
 * differ, the rate is refused.
 */
export async function fillMissingUnits(ctx: Pick<Ctx, "read">, sent: SentJob): Promise<SentJob> {
  const mixes = (sent.destinations ?? []).flatMap((d) => d.product_mixes ?? []);
  const productRates = [...(sent.product_rates ?? []), ...(sent.job_product_rates ?? [])];
  const products = await readProductsByKey(
    ctx,
    [...(sent.products ?? []), ...mixes, ...productRates].map(keyOf),
  );
  // Tons are the unit of a product type without a unit (docs/input.md, "Units and numbers").
  const units = new Map([...products].map(([key, p]) => [key, p.unit ?? DEFAULT_UNIT]));
  for (const p of sent.products ?? [])
    if (p.wood_unit_type_id !== undefined) units.set(keyOf(p), p.wood_unit_type_id);
  const fill = <P extends SentProduct & { wood_unit_type_id?: number }>(p: P): P => ({
    ...p,
    wood_unit_type_id: p.wood_unit_type_id ?? units.get(keyOf(p)),
  });
  const destinations = sent.destinations?.map((d) => ({ ...d, product_mixes: d.product_mixes?.map(fill) }));
  const errors: FieldErrors = {};
  const fillHaul = (name: string) => (rate: SentHaulRate, index: number) => {
    if (rate.per !== "unit" || rate.wood_unit_type_id != null || !parseRate(rate.rate)) return rate;
    const to = destinations?.find(
      (d) =>
        (d.company_destination_id ?? null) === (rate.company_destination_id ?? null) &&
        (d.company_location_id ?? null) === (rate.company_location_id ?? null),
    );
    const taken = to?.product_mixes ?? [];
    const unit = findAcceptedUnit(taken);
    if (unit === null) errors[`draft.${name}.${index}.wood_unit_type_id`] = [getMissingUnitMessage(taken)];
    return { ...rate, wood_unit_type_id: unit };
  };
  const filled = {
    ...sent,
    products: sent.products?.map(fill),
    destinations,
    product_rates: sent.product_rates?.map(fill),
    job_product_rates: sent.job_product_rates?.map(fill),
    haul_rates: sent.haul_rates?.map(fillHaul("haul_rates")),
    job_destination_haul_rates: sent.job_destination_haul_rates?.map(fillHaul("job_destination_haul_rates")),
  };
  if (Object.keys(errors).length) throw invalid(errors);
  return filled;
}
