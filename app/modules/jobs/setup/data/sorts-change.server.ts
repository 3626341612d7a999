import { z } from "zod";
import { DEFAULT_UNIT } from "~/lib/units/measures";
import { findProduct } from "~/modules/products/shared/products.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { parseProduct, productFields } from "~/modules/trip-tickets/rules/product-input";
import { parseProductKey } from "~/modules/trip-tickets/rules/product-key";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { changeDraft, draftVersion, requireOpenDraft } from "../../shared/draft.server";
import { type Draft, type DraftProduct, formatPlaceKey, parsePlaceKey } from "../rules/draft";
import { setMixes } from "../rules/draft-rates";
import { addDestination, addProduct, removeDestination, removeProduct } from "../rules/draft-rules";
import { actAsRequester } from "./requester.server";
import { readPlaceName, readRequesterCertifications } from "./sorts.server";

const productField = z.string("Choose a product").max(40);
const unitField = z.number("Choose a unit").int().min(1, "Choose a unit").max(3, "Choose a unit");

/** Add a product from the list, in the product's own unit unless another unit is given. */
export const addDraftProduct = procedure({
  name: "addDraftProduct",
  may: "job.create",
  input: z.strictObject({
    product: productField,
    wood_unit_type_id: unitField.optional(),
    version: draftVersion,
  }),
  run: (ctx, input) =>
    changeDraft(ctx, {
      section: "sorts",
      step: "sort-sheet",
      version: input.version,
      change: async (draft) => {
        const expected = await knownProduct(ctx, input.product);
        const unit = input.wood_unit_type_id ?? expected.wood_unit_type_id;
        const ruled = addProduct(draft, { ...expected, wood_unit_type_id: unit });
        if ("refused" in ruled) throw invalid({ product: [ruled.refused] });
        return ruled.draft;
      },
    }),
});

async function knownProduct(ctx: Ctx, key: string): Promise<DraftProduct> {
  const product = await findProduct(ctx, key);
  if (!product) throw invalid({ product: ["Choose a product"] });
  const { name: _name, unit, ...ids } = product;
  return { ...ids, wood_unit_type_id: unit ?? DEFAULT_UNIT };
}

export const removeJobProduct = procedure({
  name: "removeJobProduct",
  may: "job.create",
  input: z.strictObject({ product: productField, version: draftVersion }),
  run: (ctx, input) =>
    changeDraft(ctx, {
      section: "sorts",
      step: "sort-sheet",
      version: input.version,
      change: (draft) => {
        const productKey = parseProductKey(input.product);
        return productKey ? removeProduct(draft, productKey) : draft;
      },
    }),
});

const placeField = z.string("Choose a destination").max(20);

/** Add one of the requester's own destinations, or a company's place that the requester may send wood to. */
export const addDraftDestination = procedure({
  name: "addDraftDestination",
  may: "job.create",
  input: z.strictObject({ destination: placeField, version: draftVersion }),
  async run(ctx, input) {
    const { requester } = await requireOpenDraft(ctx);
    const rctx = await actAsRequester(ctx, requester.id);
    const place = parsePlaceKey(input.destination);
    const name = place && (await readPlaceName(rctx, place));
    if (!place || !name) throw invalid({ destination: ["Choose a destination"] });
    return changeDraft(ctx, {
      section: "sorts",
      step: "sort-sheet",
      version: input.version,
      change: (draft) => {
        const ruled = addDestination(draft, { ...place, name });
        if ("refused" in ruled) throw invalid({ destination: [ruled.refused] });
        return ruled.draft;
      },
    });
  },
});

export const removeDraftDestination = procedure({
  name: "removeDraftDestination",
  may: "job.create",
  input: z.strictObject({ destination: placeField, version: draftVersion }),
  run: (ctx, input) =>
    changeDraft(ctx, {
      section: "sorts",
      step: "sort-sheet",
      version: input.version,
      change: (draft) => removeDestination(draft, input.destination),
    }),
});

/** Set the products to those checked, plus one from the list; each product is added in its own unit. */
export const chooseProducts = procedure({
  name: "chooseJobProducts",
  may: "job.create",
  input: z.strictObject({
    products: z.array(productField).max(100).default([]),
    ...productFields,
    wood_unit_type_id: unitField.optional(),
    /** True if the form was sent to add a product, so that one must be chosen. */
    adds: z.boolean().optional(),
    version: draftVersion,
  }),
  async run(ctx, { products: ticked, wood_unit_type_id, version, adds, ...given }) {
    const product = parseProduct(given);
    if (adds && !product) throw invalid({ product: ["Choose a product to add"] });
    let some = false;
    await changeDraft(ctx, {
      section: "sorts",
      step: "sort-sheet",
      version,
      whole: productsNow,
      change: async (draft) => {
        const left = draft.products.filter((p) => !ticked.includes(formatProductKey(p)));
        let next = left.reduce((now, p) => removeProduct(now, p), draft);
        const there = new Set(next.products.map(formatProductKey));
        for (const key of new Set([...ticked, ...(product ? [product] : [])])) {
          if (there.has(key)) continue;
          const expected = await knownProduct(ctx, key);
          const unit =
            key === product ? (wood_unit_type_id ?? expected.wood_unit_type_id) : expected.wood_unit_type_id;
          const ruled = addProduct(next, { ...expected, wood_unit_type_id: unit });
          if ("refused" in ruled) throw invalid({ product: [ruled.refused] });
          next = ruled.draft;
        }
        some = next.products.length > 0;
        return next;
      },
    });
    return { some };
  },
});

/** Set the destinations to those checked; `q` is the user's next search. */
export const chooseDestinations = procedure({
  name: "chooseDestinations",
  may: "job.create",
  input: z.strictObject({
    destinations: z.array(placeField).max(100).default([]),
    q: z.string().max(500).optional(),
    version: draftVersion,
  }),
  async run(ctx, { destinations: ticked, q, version }) {
    const { requester } = await requireOpenDraft(ctx);
    const rctx = await actAsRequester(ctx, requester.id);
    let some = false;
    await changeDraft(ctx, {
      section: "sorts",
      step: "sort-sheet",
      version,
      whole: destinationsNow,
      change: async (draft) => {
        const left = draft.destinations.map(formatPlaceKey).filter((key) => !ticked.includes(key));
        let next = left.reduce((now, key) => removeDestination(now, key), draft);
        const there = new Set(next.destinations.map(formatPlaceKey));
        for (const key of new Set(ticked)) {
          if (there.has(key)) continue;
          const place = parsePlaceKey(key);
          const name = place && (await readPlaceName(rctx, place));
          if (!place || !name) throw invalid({ destinations: ["Choose a destination"] });
          const ruled = addDestination(next, { ...place, name });
          if ("refused" in ruled) throw invalid({ destinations: [ruled.refused] });
          next = ruled.draft;
        }
        some = next.destinations.length > 0;
        return next;
      },
    });
    return { some, q: q ?? "" };
  },
});

/** Current choices, to show when another tab saved first. */
const productsNow = (draft: Draft): Record<string, unknown> => ({
  products: draft.products.map(formatProductKey),
});
const destinationsNow = (draft: Draft): Record<string, unknown> => ({
  destinations: draft.destinations.map(formatPlaceKey),
});

const mileage = z
  .number("Type the miles, like 31.5")
  .min(0, "Type the miles, like 31.5")
  .max(5000, "Use at most 5,000 miles")
  .optional();

/** Save the mix from its form: for each destination its miles, its certificates, and every product with its unit. */
export const saveJobMix = procedure({
  name: "saveJobMix",
  may: "job.create",
  input: z.strictObject({
    destinations: z
      .array(
        z.strictObject({
          destination: placeField,
          mileage,
          company_certification_ids: z.array(z.number().int()).max(50).default([]),
          product_mixes: z
            .array(
              z.strictObject({
                product: productField,
                is_accepted: z.boolean().default(false),
                wood_unit_type_id: unitField,
              }),
            )
            .max(100)
            .default([]),
        }),
      )
      .max(100)
      .default([]),
    version: draftVersion,
  }),
  async run(ctx, input) {
    const { requester } = await requireOpenDraft(ctx);
    const known = new Set(
      (await readRequesterCertifications(await actAsRequester(ctx, requester.id))).map((c) => c.id),
    );
    for (const [i, d] of input.destinations.entries())
      if (d.company_certification_ids.some((id) => !known.has(id)))
        throw invalid({
          [`destinations[${i}].company_certification_ids`]: ["Choose from your certificates"],
        });
    const some = input.destinations.some((d) => d.product_mixes.some((m) => m.is_accepted));
    await changeDraft(ctx, {
      section: "sorts",
      step: "sort-sheet",
      version: input.version,
      whole: mixNow,
      change: (draft) => {
        const choices = input.destinations.flatMap((d) =>
          d.product_mixes.map((m) => ({
            destination: d.destination,
            product: m.product,
            is_accepted: m.is_accepted,
            unit: m.wood_unit_type_id,
          })),
        );
        const sent = new Map(input.destinations.map((d) => [d.destination, d]));
        const mixed = setMixes(draft, choices);
        return {
          ...mixed,
          destinations: mixed.destinations.map((d) => {
            const now = sent.get(formatPlaceKey(d));
            return now
              ? {
                  ...d,
                  is_mixed: true,
                  mileage: now.mileage ?? null,
                  company_certification_ids: now.company_certification_ids,
                }
              : d;
          }),
        };
      },
    });
    return { some };
  },
});

/** Return the current product mix, to show when another tab saved first. */
const mixNow = (draft: Draft): Record<string, unknown> =>
  Object.fromEntries(
    draft.destinations.flatMap((d) =>
      d.product_mixes.map((m) => [`${formatPlaceKey(d)} ${formatProductKey(m)}`, m.is_accepted]),
    ),
  );
