import { eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { company, companyDestination, companyLocation } from "#db/schema";
import { productKey } from "~/core/tickets/defaults";
import { rate as rateInput } from "~/domain/money/money";
import { type Ctx, procedure } from "~/web/procedure";
import { type FieldErrors, invalid } from "~/web/refusal";
import {
  type Draft,
  type DraftTerms,
  type HaulRateOf,
  type ProductRateOf,
  placeKey,
  sameProduct,
} from "./draft";
import { changeDraft, draftVersion, notYet, openSetup } from "./draft.server";
import { setRates } from "./draft-rules";
import { companyNames } from "./parties.server";
import { checkPrice, otherTerms, priced, pricedAs } from "./priced";
import {
  haulRateKey,
  haulRateOfKey,
  isTaken,
  merged,
  minimumAsTyped,
  perOf,
  perValue,
  productRateKey,
  productRateOfKey,
  type Receiver,
  rateAsTyped,
  ratePartiesOf,
  typedRate,
  usualHaulRates,
  usualProductRates,
  yardName,
  yardsOf,
} from "./rates";
import { productNames } from "./sorts.server";
import { rateTypeWords } from "./words";

/**
 * Who receives the wood at each destination (decisions, section 2): the company of the destination's location, or the
 * mill that a pin names. A pin of one's own has nobody but its owner there, who pays no one.
 */
export async function receiversOf(ctx: Pick<Ctx, "read">, draft: Draft): Promise<Receiver[]> {
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
    const { kept, requester } = await openSetup(ctx);
    const { draft } = kept;
    const receivers = await receiversOf(ctx, draft);
    const parties = ratePartiesOf(draft, receivers);
    const [names, products] = await Promise.all([companyNames(ctx, [...parties]), productNames(ctx, draft)]);
    const nameOf = (id: number) => names.get(id) ?? "";
    const productRates = merged(usualProductRates(draft, receivers), draft.product_rates, productRateKey);
    const haulRates = merged(usualHaulRates(draft), draft.haul_rates, haulRateKey);
    const places = new Map(draft.destinations.map((d) => [placeKey(d), d.name]));
    return {
      version: kept.version + 1,
      first: await notYet(ctx, draft, "rates"),
      requester,
      product_rates: productRates.map((r) => ({
        key: productRateKey(r),
        type: rateTypeWords(r.job_product_rate_type_id),
        payer: nameOf(r.paying_company_id),
        receiver: nameOf(r.receiving_company_id),
        /** The yard of the mill, for which alone a price is; null for every place of the payer. */
        yard: yardName(draft, receivers, r),
        taken: isTaken(draft, receivers, r),
        product: products.get(productKey(r)) ?? "",
        wood_unit_type_id: r.wood_unit_type_id,
        rate: rateAsTyped(r.rate),
        minimum: minimumAsTyped(r.minimum_cents),
        terms: otherTerms(r, nameOf),
      })),
      haul_rates: haulRates.map((r) => ({
        key: haulRateKey(r),
        payer: nameOf(r.paying_company_id),
        receiver: nameOf(r.receiving_company_id),
        destination: places.get(placeKey(r)) ?? "",
        per: perValue(r),
        rate: rateAsTyped(r.rate),
        minimum: minimumAsTyped(r.minimum_cents),
        terms: otherTerms(r, nameOf),
      })),
      /** For a rate that is not among the usual ones. */
      parties: [...parties]
        .map((id) => ({ id, name: nameOf(id) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
      places: yardsOf(draft, receivers).map((p) => ({ ...p, name: `${p.name} (${nameOf(p.company_id)})` })),
      products: draft.products.map((p) => ({
        key: productKey(p),
        name: products.get(productKey(p)) ?? "",
        unit: p.wood_unit_type_id,
      })),
    };
  },
});

const unit = z.number("Choose a unit").int().min(1, "Choose a unit").max(3, "Choose a unit");

/** Every rate of the form; empty and zero are unset, and a rate that the form leaves out is unset too. */
export const saveRates = procedure({
  name: "saveRates",
  may: "job.create",
  input: z.strictObject({
    product_rates: z
      .array(z.strictObject({ key: z.string().max(80), wood_unit_type_id: unit, ...priced }))
      .max(600, "Use at most 600 rates")
      .default([]),
    haul_rates: z
      .array(z.strictObject({ key: z.string().max(80), per: z.string().max(10), ...priced }))
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
        const receivers = await receiversOf(ctx, draft);
        const wrong: FieldErrors = {};
        const saved = new Map<string, DraftTerms>([
          ...draft.product_rates.map((r) => [productRateKey(r), r] as const),
          ...draft.haul_rates.map((r) => [haulRateKey(r), r] as const),
        ]);
        const product_rates = input.product_rates.flatMap((row, i) => {
          checkPrice(wrong, `product_rates[${i}].`, row);
          const of = productRateOfKey(row.key);
          if (of && fitsProduct(draft, receivers, of))
            return [
              { ...of, wood_unit_type_id: row.wood_unit_type_id, ...pricedAs(row, saved.get(row.key)) },
            ];
          // A row whose product or company was removed in between is ignored unless it has a rate.
          if (typedRate(row.rate) !== null) wrong[`product_rates[${i}].rate`] = [GONE];
          return [];
        });
        const haul_rates = input.haul_rates.flatMap((row, i) => {
          checkPrice(wrong, `haul_rates[${i}].`, row);
          const of = haulRateOfKey(row.key);
          const per = perOf(row.per);
          if (of && per && fitsHaul(draft, receivers, of))
            return [{ ...of, ...per, ...pricedAs(row, saved.get(row.key)) }];
          if (typedRate(row.rate) !== null) wrong[`haul_rates[${i}].rate`] = [GONE];
          return [];
        });
        if (Object.keys(wrong).length) throw invalid(wrong);
        return setRates(draft, product_rates, haul_rates);
      },
    }),
});

const GONE = "What this rate pays for isn't on the job anymore.";
type Parties = { receiving_company_id: number; paying_company_id: number };
function known(draft: Draft, receivers: readonly Receiver[], r: Parties) {
  const parties = ratePartiesOf(draft, receivers);
  return (
    parties.has(r.receiving_company_id) &&
    parties.has(r.paying_company_id) &&
    r.receiving_company_id !== r.paying_company_id
  );
}

/** Whether a product rate is between parties of the job, for a product of it; a payer's place is one that receives. */
export const fitsProduct = (draft: Draft, receivers: readonly Receiver[], r: ProductRateOf) =>
  known(draft, receivers, r) &&
  draft.products.some((p) => sameProduct(p, r)) &&
  (r.paying_company_location_id === null ||
    receivers.some(
      (to) => to.location_id === r.paying_company_location_id && to.company_id === r.paying_company_id,
    ));
/** The same for hauling to a destination of the job. */
export const fitsHaul = (draft: Draft, receivers: readonly Receiver[], r: HaulRateOf) =>
  known(draft, receivers, r) && draft.destinations.some((d) => placeKey(d) === placeKey(r));

/** The current rates, to show a person who was overtaken by another tab. */
const ratesNow = (draft: Draft): Record<string, unknown> =>
  Object.fromEntries([
    ...draft.product_rates.map((r) => [productRateKey(r), priceAsTyped(r)]),
    ...draft.haul_rates.map((r) => [haulRateKey(r), priceAsTyped(r)]),
  ]);

const priceAsTyped = (r: { rate: number; minimum_cents: number | null }) =>
  [rateAsTyped(r.rate), minimumAsTyped(r.minimum_cents)].filter(Boolean).join(", at least ");

/** Add a rate that isn't one of the usual ones: its payer, its payee, and what it pays for. */
export const addRate = procedure({
  name: "addRate",
  may: "job.create",
  input: z.strictObject({
    job_product_rate_type_id: z.number("Choose what it pays for").int().min(1).max(4),
    paying_company_id: z.number("Choose who pays").int(),
    receiving_company_id: z.number("Choose who is paid").int(),
    /** A yard of the payer's, for a price that holds there alone; 0 is every place of theirs. */
    paying_company_location_id: z.number("Choose a destination").int().min(0).optional(),
    product: z.string("Choose a product").max(40),
    /** Left out it is the product's own on the job. */
    wood_unit_type_id: unit.optional(),
    ...priced,
    rate: rateInput(),
    version: draftVersion,
  }),
  run: (ctx, input) =>
    changeDraft(ctx, {
      section: "rates",
      step: "rates",
      version: input.version,
      change: async (draft) => {
        const receivers = await receiversOf(ctx, draft);
        const parties = ratePartiesOf(draft, receivers);
        const of = productRateOfKey(
          [
            input.job_product_rate_type_id,
            input.receiving_company_id,
            input.paying_company_id,
            input.paying_company_location_id ?? 0,
            input.product,
          ].join("."),
        );
        const product = of && draft.products.find((p) => sameProduct(p, of));
        if (!of || !product) throw invalid({ product: ["Choose a product"] });
        if (!parties.has(input.paying_company_id)) throw invalid({ paying_company_id: ["Choose who pays"] });
        if (
          !parties.has(input.receiving_company_id) ||
          input.receiving_company_id === input.paying_company_id
        )
          throw invalid({ receiving_company_id: ["The payee and payer must be different"] });
        if (!fitsProduct(draft, receivers, of))
          throw invalid({ paying_company_location_id: ["Choose a destination that belongs to the payer"] });
        if (!isTaken(draft, receivers, of))
          throw invalid({ product: [`${yardName(draft, receivers, of)} doesn't take this product`] });
        const wrong: FieldErrors = {};
        checkPrice(wrong, "", input);
        if (Object.keys(wrong).length) throw invalid(wrong);
        const key = productRateKey(of);
        const saved = draft.product_rates.find((r) => productRateKey(r) === key);
        const made = {
          ...of,
          wood_unit_type_id: input.wood_unit_type_id ?? product.wood_unit_type_id,
          ...pricedAs(input, saved),
        };
        const others = draft.product_rates.filter((r) => productRateKey(r) !== productRateKey(made));
        return setRates(draft, [...others, made], draft.haul_rates);
      },
    }),
});
