import { eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { company, companyDestination, companyLocation } from "#db/schema";
import { createRateSchema as rateInput } from "~/lib/money/money";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { type Ctx, procedure } from "~/web/procedure";
import { type FieldErrors, invalid } from "~/web/refusal";
import { changeDraft, draftVersion, findBlockingStep, requireOpenDraft } from "../../shared/draft.server";
import {
  type Draft,
  type DraftTerms,
  formatPlaceKey,
  type HaulRateKey,
  isSameProduct,
  type ProductRateKey,
} from "../rules/draft";
import { setRates } from "../rules/draft-rates";
import { formatOtherTerms, priceFields, toPrice, validatePrice } from "../rules/priced";
import {
  formatHaulBasis,
  formatHaulRateKey,
  formatProductRateKey,
  formatTypedMinimum,
  formatTypedRate,
  getRateParties,
  getYardName,
  isRateYardValid,
  listReceivingYards,
  listUsualHaulRates,
  listUsualProductRates,
  mergeRates,
  parseHaulBasis,
  parseHaulRateKey,
  parseProductRateKey,
  parseTypedRate,
  type Receiver,
} from "../rules/rates";
import { rateTypeLabel } from "../rules/words";
import { readCompanyNames } from "./parties.server";
import { readDraftProductNames } from "./sorts.server";

/**
 * Return the companies that receive wood at each destination: the company of the destination's location, or the mill
 * that a pin names. A requester's own pin has only its owner, who pays no one (docs/domain.md#who-sees-a-job).
 */
export async function readReceivers(ctx: Pick<Ctx, "read">, draft: Draft): Promise<Receiver[]> {
  const ids = draft.destinations.map((d) => d.company_destination_id ?? 0);
  const locations = draft.destinations.map((d) => d.company_location_id ?? 0);
  const [destinations, places] = await Promise.all([
    ctx.read
      .select({
        id: companyDestination.id,
        company_id: sql<
          number | null
        >`coalesce(${companyLocation.company_id}, ${companyDestination.destination_company_id})`,
        location_id: companyLocation.id,
      })
      .from(companyDestination)
      .leftJoin(companyLocation, eq(companyLocation.id, companyDestination.destination_company_location_id))
      .where(inArray(companyDestination.id, ids)),
    ctx.read
      .select({ id: companyLocation.id, company_id: company.id })
      .from(companyLocation)
      .innerJoin(company, eq(company.id, companyLocation.company_id))
      .where(inArray(companyLocation.id, locations)),
  ]);
  return [
    ...destinations.flatMap(({ id, company_id, location_id }) =>
      company_id === null ? [] : [{ destination: `d${id}`, company_id, location_id }],
    ),
    ...places.map((l) => ({ destination: `l${l.id}`, company_id: l.company_id, location_id: l.id })),
  ];
}

/** All rates of the draft, grouped by payer, payee and purpose, including the usual ones that aren't set. */
export const getRates = procedure({
  name: "getRates",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { kept, requester } = await requireOpenDraft(ctx);
    const { draft } = kept;
    const receivers = await readReceivers(ctx, draft);
    const parties = getRateParties(draft, receivers);
    const [names, products] = await Promise.all([
      readCompanyNames(ctx, [...parties]),
      readDraftProductNames(ctx, draft),
    ]);
    const nameOf = (id: number) => names.get(id) ?? "";
    const productRates = mergeRates(
      listUsualProductRates(draft, receivers),
      draft.product_rates,
      formatProductRateKey,
    );
    const haulRates = mergeRates(listUsualHaulRates(draft), draft.haul_rates, formatHaulRateKey);
    const places = new Map(draft.destinations.map((d) => [formatPlaceKey(d), d.name]));
    return {
      version: kept.version + 1,
      first: await findBlockingStep(ctx, draft, "rates"),
      requester,
      product_rates: productRates.map((r) => ({
        key: formatProductRateKey(r),
        type: rateTypeLabel(r.job_product_rate_type_id),
        payer: nameOf(r.paying_company_id),
        receiver: nameOf(r.receiving_company_id),
        /** The mill's yard that the price is limited to; null for every place of the payer. */
        yard: getYardName(draft, receivers, r),
        taken: isRateYardValid(draft, receivers, r),
        product: products.get(formatProductKey(r)) ?? "",
        wood_unit_type_id: r.wood_unit_type_id,
        rate: formatTypedRate(r.rate),
        minimum: formatTypedMinimum(r.minimum_cents),
        terms: formatOtherTerms(r, nameOf),
      })),
      haul_rates: haulRates.map((r) => ({
        key: formatHaulRateKey(r),
        payer: nameOf(r.paying_company_id),
        receiver: nameOf(r.receiving_company_id),
        destination: places.get(formatPlaceKey(r)) ?? "",
        per: formatHaulBasis(r),
        rate: formatTypedRate(r.rate),
        minimum: formatTypedMinimum(r.minimum_cents),
        terms: formatOtherTerms(r, nameOf),
      })),
      /** Choices for a rate that is not among the usual rates. */
      parties: [...parties]
        .map((id) => ({ id, name: nameOf(id) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
      places: listReceivingYards(draft, receivers).map((p) => ({
        ...p,
        name: `${p.name} (${nameOf(p.company_id)})`,
      })),
      products: draft.products.map((p) => ({
        key: formatProductKey(p),
        name: products.get(formatProductKey(p)) ?? "",
        unit: p.wood_unit_type_id,
      })),
    };
  },
});

const unit = z.number("Choose a unit").int().min(1, "Choose a unit").max(3, "Choose a unit");

/** Save all rates of the form. Rates that are empty, zero or missing in the form are unset. */
export const saveRates = procedure({
  name: "saveRates",
  may: "job.create",
  input: z.strictObject({
    product_rates: z
      .array(z.strictObject({ key: z.string().max(80), wood_unit_type_id: unit, ...priceFields }))
      .max(600, "Use at most 600 rates")
      .default([]),
    haul_rates: z
      .array(z.strictObject({ key: z.string().max(80), per: z.string().max(10), ...priceFields }))
      .max(400, "Use at most 400 rates")
      .default([]),
    version: draftVersion,
  }),
  run: (ctx, input) =>
    changeDraft(ctx, {
      section: "rates",
      step: "rates",
      version: input.version,
      whole: ratesNow,
      change: async (draft) => {
        const receivers = await readReceivers(ctx, draft);
        const wrong: FieldErrors = {};
        const saved = new Map<string, DraftTerms>([
          ...draft.product_rates.map((r) => [formatProductRateKey(r), r] as const),
          ...draft.haul_rates.map((r) => [formatHaulRateKey(r), r] as const),
        ]);
        const product_rates = input.product_rates.flatMap((row, i) => {
          validatePrice(wrong, `product_rates[${i}].`, row);
          const of = parseProductRateKey(row.key);
          if (of && isProductRateOffered(draft, receivers, of))
            return [{ ...of, wood_unit_type_id: row.wood_unit_type_id, ...toPrice(row, saved.get(row.key)) }];
          // A row whose product or company was removed in the meantime is ignored unless it has a rate.
          if (parseTypedRate(row.rate) !== null) wrong[`product_rates[${i}].rate`] = [GONE];
          return [];
        });
        const haul_rates = input.haul_rates.flatMap((row, i) => {
          validatePrice(wrong, `haul_rates[${i}].`, row);
          const of = parseHaulRateKey(row.key);
          const per = parseHaulBasis(row.per);
          if (of && per && isHaulRateOffered(draft, receivers, of))
            return [{ ...of, ...per, ...toPrice(row, saved.get(row.key)) }];
          if (parseTypedRate(row.rate) === null) return [];
          if (of && isHaulRateOffered(draft, receivers, of)) wrong[`haul_rates[${i}].per`] = [CHOOSE_PER];
          else wrong[`haul_rates[${i}].rate`] = [GONE];
          return [];
        });
        if (Object.keys(wrong).length) throw invalid(wrong);
        return setRates(draft, product_rates, haul_rates);
      },
    }),
});

const CHOOSE_PER = "Choose what this rate is paid for.";
const GONE = "What this rate pays for isn't on the job anymore.";
type Parties = { receiving_company_id: number; paying_company_id: number };
function known(draft: Draft, receivers: readonly Receiver[], r: Parties) {
  const parties = getRateParties(draft, receivers);
  return (
    parties.has(r.receiving_company_id) &&
    parties.has(r.paying_company_id) &&
    r.receiving_company_id !== r.paying_company_id
  );
}

/**
 * Check whether a product rate is between parties of the job and for one of its products. If the rate names a place of
 * the payer, wood must be received there.
 */
export const isProductRateOffered = (draft: Draft, receivers: readonly Receiver[], r: ProductRateKey) =>
  known(draft, receivers, r) &&
  draft.products.some((p) => isSameProduct(p, r)) &&
  (r.paying_company_location_id === null ||
    receivers.some(
      (to) => to.location_id === r.paying_company_location_id && to.company_id === r.paying_company_id,
    ));
/** True if a haul rate is between parties of the job, to one of its destinations. */
export const isHaulRateOffered = (draft: Draft, receivers: readonly Receiver[], r: HaulRateKey) =>
  known(draft, receivers, r) && draft.destinations.some((d) => formatPlaceKey(d) === formatPlaceKey(r));

/** Current rates, to show when another tab saved first. */
const ratesNow = (draft: Draft): Record<string, unknown> =>
  Object.fromEntries([
    ...draft.product_rates.map((r) => [formatProductRateKey(r), priceAsTyped(r)]),
    ...draft.haul_rates.map((r) => [formatHaulRateKey(r), priceAsTyped(r)]),
  ]);

const priceAsTyped = (r: { rate: number; minimum_cents: number | null }) =>
  [formatTypedRate(r.rate), formatTypedMinimum(r.minimum_cents)].filter(Boolean).join(", at least ");

/** Add a rate that isn't one of the usual ones: its payer, its payee, and what it pays for. */
export const addRate = procedure({
  name: "addRate",
  may: "job.create",
  input: z.strictObject({
    job_product_rate_type_id: z.number("Choose what it pays for").int().min(1).max(4),
    paying_company_id: z.number("Choose who pays").int(),
    receiving_company_id: z.number("Choose who is paid").int(),
    /** Yard of the payer, for a price that applies only there; 0 means every place of the payer. */
    paying_company_location_id: z.number("Choose a destination").int().min(0).optional(),
    product: z.string("Choose a product").max(40),
    /** Defaults to the product's own unit on the job. */
    wood_unit_type_id: unit.optional(),
    ...priceFields,
    rate: rateInput(),
    version: draftVersion,
  }),
  run: (ctx, input) =>
    changeDraft(ctx, {
      section: "rates",
      step: "rates",
      version: input.version,
      change: async (draft) => {
        const receivers = await readReceivers(ctx, draft);
        const parties = getRateParties(draft, receivers);
        const of = parseProductRateKey(
          [
            input.job_product_rate_type_id,
            input.receiving_company_id,
            input.paying_company_id,
            input.paying_company_location_id ?? 0,
            input.product,
          ].join("."),
        );
        const product = of && draft.products.find((p) => isSameProduct(p, of));
        if (!of || !product) throw invalid({ product: ["Choose a product"] });
        if (!parties.has(input.paying_company_id)) throw invalid({ paying_company_id: ["Choose who pays"] });
        if (
          !parties.has(input.receiving_company_id) ||
          input.receiving_company_id === input.paying_company_id
        )
          throw invalid({ receiving_company_id: ["The payee and payer must be different"] });
        if (!isProductRateOffered(draft, receivers, of))
          throw invalid({ paying_company_location_id: ["Choose a destination that belongs to the payer"] });
        if (!isRateYardValid(draft, receivers, of))
          throw invalid({ product: [`${getYardName(draft, receivers, of)} doesn't take this product`] });
        const wrong: FieldErrors = {};
        validatePrice(wrong, "", input);
        if (Object.keys(wrong).length) throw invalid(wrong);
        const key = formatProductRateKey(of);
        const saved = draft.product_rates.find((r) => formatProductRateKey(r) === key);
        const created = {
          ...of,
          wood_unit_type_id: input.wood_unit_type_id ?? product.wood_unit_type_id,
          ...toPrice(input, saved),
        };
        const others = draft.product_rates.filter(
          (r) => formatProductRateKey(r) !== formatProductRateKey(created),
        );
        return setRates(draft, [...others, created], draft.haul_rates);
      },
    }),
});
