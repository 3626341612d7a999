import { z } from "zod";
import { anyProduct } from "~/core/products/products.server";
import { productKey } from "~/core/tickets/defaults";
import { givenProduct, productFields } from "~/core/tickets/product-input";
import { DEFAULT_UNIT } from "~/domain/measures/measures";
import { productOfKey } from "~/domain/tickets/product-key";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { type Draft, type DraftProduct, placeKey, placeOfKey } from "./draft";
import { changeDraft, draftVersion, openSetup } from "./draft.server";
import { addDestination, addProduct, removeDestination, removeProduct, setMixes } from "./draft-rules";
import { asRequester } from "./requester.server";
import { certificationsOf, placeName } from "./sorts.server";

const productField = z.string("Choose a product").max(40);
const unitField = z.number("Choose a unit").int().min(1, "Choose a unit").max(3, "Choose a unit");

/** Adds a product of the list; in its own unit unless another is named. */
export const addDraftProduct = procedure({
  name: "addJobProduct",
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
        const wanted = await knownProduct(ctx, input.product);
        const unit = input.wood_unit_type_id ?? wanted.wood_unit_type_id;
        const ruled = addProduct(draft, { ...wanted, wood_unit_type_id: unit });
        if ("refused" in ruled) throw invalid({ product: [ruled.refused] });
        return ruled.draft;
      },
    }),
});

async function knownProduct(ctx: Ctx, key: string): Promise<DraftProduct> {
  const found = await anyProduct(ctx, key);
  if (!found) throw invalid({ product: ["Choose a product"] });
  const { name: _name, unit, ...ids } = found;
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
        const found = productOfKey(input.product);
        return found ? removeProduct(draft, found) : draft;
      },
    }),
});

const placeField = z.string("Choose a destination").max(20);

/** Adds a destination of the requester's, or a company's place that it may send wood to. */
export const addDraftDestination = procedure({
  name: "addJobDestination",
  may: "job.create",
  input: z.strictObject({ destination: placeField, version: draftVersion }),
  async run(ctx, input) {
    const { requester } = await openSetup(ctx);
    const rctx = await asRequester(ctx, requester.id);
    const place = placeOfKey(input.destination);
    const name = place && (await placeName(rctx, place));
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
  name: "removeJobDestination",
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

/** Chooses the products as they are ticked, and one of the list beside them; each comes in its own unit. */
export const chooseProducts = procedure({
  name: "chooseJobProducts",
  may: "job.create",
  input: z.strictObject({
    products: z.array(productField).max(100).default([]),
    ...productFields,
    wood_unit_type_id: unitField.optional(),
    version: draftVersion,
  }),
  async run(ctx, { products: ticked, wood_unit_type_id, version, ...given }) {
    const product = givenProduct(given);
    let some = false;
    await changeDraft(ctx, {
      section: "sorts",
      step: "sort-sheet",
      version,
      whole: productsNow,
      change: async (draft) => {
        const left = draft.products.filter((p) => !ticked.includes(productKey(p)));
        let next = left.reduce((now, p) => removeProduct(now, p), draft);
        const there = new Set(next.products.map(productKey));
        for (const key of new Set([...ticked, ...(product ? [product] : [])])) {
          if (there.has(key)) continue;
          const wanted = await knownProduct(ctx, key);
          const unit =
            key === product ? (wood_unit_type_id ?? wanted.wood_unit_type_id) : wanted.wood_unit_type_id;
          const ruled = addProduct(next, { ...wanted, wood_unit_type_id: unit });
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

/** Chooses the destinations as they are ticked; `q` is what the person looks for next. */
export const chooseDestinations = procedure({
  name: "chooseJobDestinations",
  may: "job.create",
  input: z.strictObject({
    destinations: z.array(placeField).max(100).default([]),
    q: z.string().max(500).optional(),
    version: draftVersion,
  }),
  async run(ctx, { destinations: ticked, q, version }) {
    const { requester } = await openSetup(ctx);
    const rctx = await asRequester(ctx, requester.id);
    let some = false;
    await changeDraft(ctx, {
      section: "sorts",
      step: "sort-sheet",
      version,
      whole: destinationsNow,
      change: async (draft) => {
        const left = draft.destinations.map(placeKey).filter((key) => !ticked.includes(key));
        let next = left.reduce((now, key) => removeDestination(now, key), draft);
        const there = new Set(next.destinations.map(placeKey));
        for (const key of new Set(ticked)) {
          if (there.has(key)) continue;
          const place = placeOfKey(key);
          const name = place && (await placeName(rctx, place));
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

/** What is chosen now, to show a person who was overtaken by another tab. */
const productsNow = (draft: Draft): Record<string, unknown> => ({ products: draft.products.map(productKey) });
const destinationsNow = (draft: Draft): Record<string, unknown> => ({
  destinations: draft.destinations.map(placeKey),
});

const mileage = z
  .number("Type the miles, like 31.5")
  .min(0, "Type the miles, like 31.5")
  .max(5000, "Use at most 5,000 miles")
  .optional();

/** The mix as its form has it: per destination its miles, certificates, and every product with its unit. */
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
    const { requester } = await openSetup(ctx);
    const known = new Set((await certificationsOf(await asRequester(ctx, requester.id))).map((c) => c.id));
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
            const now = sent.get(placeKey(d));
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

/** The current mix, to show a person who was overtaken by another tab. */
const mixNow = (draft: Draft): Record<string, unknown> =>
  Object.fromEntries(
    draft.destinations.flatMap((d) =>
      d.product_mixes.map((m) => [`${placeKey(d)} ${productKey(m)}`, m.is_accepted]),
    ),
  );
