import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { companyDestination, companyDestinationProduct } from "#db/schema";
import { PRECISE_PIN_ZOOM } from "~/lib/geo/view";
import { readPlaceNote } from "~/modules/maps/shared/find-places.server";
import {
  requirePlausiblePlace,
  saveAnywayField,
  toPinLocation,
} from "~/modules/maps/shared/place-questions.server";
import { readProductParts } from "~/modules/products/shared/products.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { productFields } from "~/modules/trip-tickets/rules/product-input";
import type { ProductIds } from "~/modules/trip-tickets/rules/product-key";
import { formatNameWithStandard } from "~/modules/trip-tickets/rules/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, staleVersion } from "~/web/refusal";
import { isUnchanged } from "~/web/revise.server";
import { readVersion, versionField } from "../rules/fields";
import { CLICK_DESTINATION } from "../rules/messages";
import { destinationChangedOutput } from "../rules/output";
import { requireOwnCompanyId } from "../shared/access.server";
import { destinationFields, requireOwnDestination } from "../shared/destinations.server";
import { requireKnownProducts, splitProducts } from "./destination-products.server";
import { drawPlacesMap, readPinState } from "./map.server";
import { readAllProducts } from "./wizard-page.server";

const named = { company_id: z.number().int(), company_destination_id: z.number().int() };
const LINKED = "This place belongs to a company's location and moves with it.";

const changes = z.strictObject({
  ...named,
  version: versionField,
  name: destinationFields.name.optional(),
  notes: destinationFields.notes,
  latitude: destinationFields.latitude,
  longitude: destinationFields.longitude,
  product_ids: destinationFields.product_ids,
  products: destinationFields.products,
  ...productFields,
  save_anyway: saveAnywayField,
});

/**
 * Change the destination's fields that were sent. Only a pin can be moved; a company's location can be moved only by
 * that company.
 */
export const updateDestination = procedure({
  name: "updateDestination",
  may: "company_destination.update",
  input: changes,
  output: destinationChangedOutput,
  run: change,
});

/**
 * Change a destination by its form. The form always has a name, and no ticked product means that the destination has
 * none.
 */
export const editDestination = procedure({
  name: "editDestination",
  may: "company_destination.update",
  input: changes.extend({
    name: destinationFields.name,
    product_ids: z.array(z.number("Choose from the products").int()).max(100).default([]),
    /** True if the form shows a pin, whose coordinates must not be left empty. */
    is_pin: z.boolean().default(false),
  }),
  run(ctx, { is_pin, ...input }) {
    if (is_pin && (input.latitude === undefined || input.longitude === undefined))
      throw invalid({ latitude: [CLICK_DESTINATION] });
    return change(ctx, input);
  },
});

async function change(ctx: Ctx<CompanyActor>, query: z.output<typeof changes>) {
  const { rest: input, sent } = splitProducts(query);
  requireOwnCompanyId(ctx, input.company_id);
  const { company_destination: row, products: saved } = await requireOwnDestination(
    ctx,
    input.company_destination_id,
  );
  const { name, notes, latitude, longitude, version: next } = input;
  if (row.version !== next - 1) throw staleVersion(await savedWords(ctx, row.id));
  const moves =
    (latitude !== undefined && latitude !== row.latitude) ||
    (longitude !== undefined && longitude !== row.longitude);
  if (moves && row.destination_company_location_id !== null) throw invalid({ latitude: [LINKED] });
  if (moves)
    await requirePlausiblePlace(ctx.read, {
      place: toPinLocation({ latitude: latitude ?? row.latitude, longitude: longitude ?? row.longitude }),
      save_anyway: input.save_anyway,
    });
  const products = sent && (await requireKnownProducts(ctx, sent));
  const patch = { name, latitude, longitude, notes: notes === undefined ? undefined : notes || null };
  if (isUnchanged(row, patch) && (!products || isSameProducts(products, saved)))
    return ctx.commit([], { id: row.id, version: row.version });
  return ctx.commit(
    [
      expectOneRow(
        ctx.write
          .update(companyDestination)
          .set({ ...patch, version: next })
          .where(
            and(
              eq(companyDestination.id, row.id),
              eq(companyDestination.version, row.version),
              eq(companyDestination.is_deleted, false),
              // The check above saw a pin; the condition makes sure that the moved destination is still a pin.
              moves ? isNull(companyDestination.destination_company_location_id) : undefined,
            ),
          ),
      ),
      ...(products
        ? [
            allowAnyRows(
              ctx.write
                .delete(companyDestinationProduct)
                .where(eq(companyDestinationProduct.company_destination_id, row.id)),
            ),
            ...products.map((product) =>
              expectOneRow(
                ctx.write
                  .insert(companyDestinationProduct)
                  .values({ ...product, company_destination_id: row.id }),
              ),
            ),
          ]
        : []),
    ],
    { id: row.id, version: next },
  );
}

const isSameProducts = (...lists: [readonly ProductIds[], readonly ProductIds[]]) => {
  const [sent, saved] = lists.map((products) => [...new Set(products.map(formatProductKey))].sort().join());
  return sent === saved;
};

/** Return the saved destination under the form's field names, for comparison. */
async function savedWords(ctx: Ctx<CompanyActor>, id: number) {
  const { company_destination: row, products } = await requireOwnDestination(ctx, id);
  const { name, notes, latitude, longitude, version: now } = row;
  return { name, notes, latitude, longitude, version: now, products: products.map((p) => p.name).join("; ") };
}

/** Read the form of a destination: saved values, or the values in the URL while its pin is being set. */
export const getDestinationForm = procedure({
  name: "getDestinationForm",
  may: "company_destination.update",
  input: z.strictObject({
    company_destination_id: named.company_destination_id,
    query: z.string().max(16_000),
  }),
  async run(ctx, input) {
    const destination = await requireOwnDestination(ctx, input.company_destination_id);
    const { company_destination: row, destination_company_location: at, products } = destination;
    const typed = new URLSearchParams(input.query);
    const place = { latitude: row.latitude, longitude: row.longitude };
    const { pin, view, finding } = await readPinState(ctx.read, typed, {
      ...place,
      zoom: PRECISE_PIN_ZOOM - 1,
    });
    const shown = at || !pin ? place : pin;
    const all = await readAllProducts(ctx);
    const takes = new Set(products.map(formatProductKey));
    const listed = new Set(all.map((p) => p.key));
    const others = products.filter((p) => !listed.has(formatProductKey(p)));
    const isTyped = typed.has("name");
    return {
      id: row.id,
      version: readVersion(typed, row.version),
      saved_name: row.name,
      name: isTyped ? (typed.get("name") ?? "") : row.name,
      notes: isTyped ? (typed.get("notes") ?? "") : (row.notes ?? ""),
      latitude: String(shown.latitude),
      longitude: String(shown.longitude),
      at: at ? `${at.name}, ${at.company_name}` : null,
      mill: destination.destination_company?.name ?? null,
      products: all.map(({ key: _key, ...p }) => p),
      ticked: isTyped
        ? typed.getAll("product_ids")
        : all.filter((p) => takes.has(p.key)).map((p) => String(p.id)),
      /** Products that the destination accepts in addition to those commonly sold. */
      others: others.map((p) => ({
        key: formatProductKey(p),
        name: formatNameWithStandard(p.own_name, p.name),
      })),
      ticked_others: isTyped ? typed.getAll("products") : others.map(formatProductKey),
      parts: await readProductParts(ctx),
      finding: pin ? finding : { ...finding, about: await readPlaceNote(ctx.read, place) },
      drawing: await drawPlacesMap(ctx.read, view, [], finding),
    };
  },
});
export type DestinationForm = Awaited<ReturnType<typeof getDestinationForm.run>>;
