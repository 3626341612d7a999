import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { companyDestination, companyDestinationProduct } from "#db/schema";
import { productParts } from "~/core/products/products.server";
import { productKey } from "~/core/tickets/defaults";
import { productFields } from "~/core/tickets/product-input";
import { NEAR_ENOUGH } from "~/domain/geo/view";
import type { ProductIds } from "~/domain/tickets/product-key";
import { namedAs } from "~/domain/tickets/trip-ticket";
import { aboutPlace } from "~/features/maps/find-places.server";
import { checkPlace, pinLocation, saveAnyway } from "~/features/maps/place-questions.server";
import type { CompanyActor } from "~/web/actor";
import { mayMiss, mustHit } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, stale } from "~/web/refusal";
import { isUnchanged } from "~/web/revise.server";
import { ownCompany } from "./access.server";
import { knownProducts, splitProducts } from "./destination-products.server";
import { destinationFields, ownDestination } from "./destinations.server";
import { formVersion, versionRead } from "./fields";
import { drawPlaces, pinState } from "./map.server";
import { DESTINATION_ON_THE_MAP } from "./messages";
import { destinationChangedOutput } from "./output";
import { allProducts } from "./wizard-page.server";

const named = { company_id: z.number().int(), company_destination_id: z.number().int() };
const LINKED = "This place belongs to a company's location and moves with it.";

const changes = z.strictObject({
  ...named,
  version: formVersion,
  name: destinationFields.name.optional(),
  notes: destinationFields.notes,
  latitude: destinationFields.latitude,
  longitude: destinationFields.longitude,
  product_ids: destinationFields.product_ids,
  products: destinationFields.products,
  ...productFields,
  save_anyway: saveAnyway,
});

/** Changes what is named of a destination. Only a pin can be moved; a company's location is that company's to move. */
export const updateDestination = procedure({
  name: "updateDestination",
  may: "company_destination.update",
  input: changes,
  output: destinationChangedOutput,
  run: change,
});

/** The same by its form, which has a name always, and means no products where none is ticked. */
export const editDestination = procedure({
  name: "editDestination",
  may: "company_destination.update",
  input: changes.extend({
    name: destinationFields.name,
    product_ids: z.array(z.number("Choose from the products").int()).max(100).default([]),
    /** The form has the pin's coordinates, which must not be left empty. */
    is_pin: z.boolean().default(false),
  }),
  run(ctx, { is_pin, ...input }) {
    if (is_pin && (input.latitude === undefined || input.longitude === undefined))
      throw invalid({ latitude: [DESTINATION_ON_THE_MAP] });
    return change(ctx, input);
  },
});

async function change(ctx: Ctx<CompanyActor>, asked: z.output<typeof changes>) {
  const { rest: input, sent } = splitProducts(asked);
  ownCompany(ctx, input.company_id);
  const { company_destination: row, products: saved } = await ownDestination(
    ctx,
    input.company_destination_id,
  );
  const { name, notes, latitude, longitude, version: next } = input;
  if (row.version !== next - 1) throw stale(await savedWords(ctx, row.id));
  const moves =
    (latitude !== undefined && latitude !== row.latitude) ||
    (longitude !== undefined && longitude !== row.longitude);
  if (moves && row.destination_company_location_id !== null) throw invalid({ latitude: [LINKED] });
  if (moves)
    await checkPlace(ctx.read, {
      place: pinLocation({ latitude: latitude ?? row.latitude, longitude: longitude ?? row.longitude }),
      save_anyway: input.save_anyway,
    });
  const products = sent && (await knownProducts(ctx, sent));
  const patch = { name, latitude, longitude, notes: notes === undefined ? undefined : notes || null };
  if (isUnchanged(row, patch) && (!products || isSameProducts(products, saved)))
    return ctx.commit([], { id: row.id, version: row.version });
  return ctx.commit(
    [
      mustHit(
        ctx.write
          .update(companyDestination)
          .set({ ...patch, version: next })
          .where(
            and(
              eq(companyDestination.id, row.id),
              eq(companyDestination.version, row.version),
              eq(companyDestination.is_deleted, false),
              // Whose place it is was looked at above; a move binds to that.
              moves ? isNull(companyDestination.destination_company_location_id) : undefined,
            ),
          ),
      ),
      ...(products
        ? [
            mayMiss(
              ctx.write
                .delete(companyDestinationProduct)
                .where(eq(companyDestinationProduct.company_destination_id, row.id)),
            ),
            ...products.map((product) =>
              mustHit(
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
  const [sent, saved] = lists.map((products) => [...new Set(products.map(productKey))].sort().join());
  return sent === saved;
};

/** The row in the form's words, for comparing. */
async function savedWords(ctx: Ctx<CompanyActor>, id: number) {
  const { company_destination: row, products } = await ownDestination(ctx, id);
  const { name, notes, latitude, longitude, version: now } = row;
  return { name, notes, latitude, longitude, version: now, products: products.map((p) => p.name).join("; ") };
}

/** The form of a destination: what is saved, or what the address says of the pin while it is looked for. */
export const getDestinationForm = procedure({
  name: "getDestinationForm",
  may: "company_destination.update",
  input: z.strictObject({
    company_destination_id: named.company_destination_id,
    query: z.string().max(16_000),
  }),
  async run(ctx, input) {
    const found = await ownDestination(ctx, input.company_destination_id);
    const { company_destination: row, destination_company_location: at, products } = found;
    const typed = new URLSearchParams(input.query);
    const place = { latitude: row.latitude, longitude: row.longitude };
    const { pin, view, finding } = await pinState(ctx.read, typed, { ...place, zoom: NEAR_ENOUGH - 1 });
    const shown = at || !pin ? place : pin;
    const all = await allProducts(ctx);
    const takes = new Set(products.map(productKey));
    const listed = new Set(all.map((p) => p.key));
    const others = products.filter((p) => !listed.has(productKey(p)));
    const isTyped = typed.has("name");
    return {
      id: row.id,
      version: versionRead(typed, row.version),
      saved_name: row.name,
      name: isTyped ? (typed.get("name") ?? "") : row.name,
      notes: isTyped ? (typed.get("notes") ?? "") : (row.notes ?? ""),
      latitude: String(shown.latitude),
      longitude: String(shown.longitude),
      at: at ? `${at.name}, ${at.company_name}` : null,
      mill: found.destination_company?.name ?? null,
      products: all.map(({ key: _key, ...p }) => p),
      ticked: isTyped
        ? typed.getAll("product_ids")
        : all.filter((p) => takes.has(p.key)).map((p) => String(p.id)),
      /** What it takes beside the products as commonly sold. */
      others: others.map((p) => ({ key: productKey(p), name: namedAs(p.own_name, p.name) })),
      ticked_others: isTyped ? typed.getAll("products") : others.map(productKey),
      parts: await productParts(ctx),
      finding: pin ? finding : { ...finding, about: await aboutPlace(ctx.read, place) },
      drawing: await drawPlaces(ctx.read, view, [], finding),
    };
  },
});
export type DestinationForm = Awaited<ReturnType<typeof getDestinationForm.run>>;
