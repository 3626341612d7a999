import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import {
  company,
  companyDestination,
  companyDestinationProduct,
  companyLocation,
  productType,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { escapeLike } from "~/lib/text/text";
import { buildSearchableCondition } from "~/modules/companies/shared/public-face.server";
import {
  requirePlausiblePlace,
  saveAnywayField,
  toPinLocation,
} from "~/modules/maps/shared/place-questions.server";
import { readCompanyProductNamesByKey } from "~/modules/products/shared/own-names.server";
import { productFields } from "~/modules/trip-tickets/rules/product-input";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import { formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { requireKnownProducts, splitProducts } from "../data/destination-products.server";
import { latitudeField, longitudeField, nameField } from "../rules/fields";
import { CLICK_DESTINATION } from "../rules/messages";
import { destinationsOutput } from "../rules/output";
import { requireOwnCompanyId, visibleDestinationsCondition } from "./access.server";
import { readVisibleLocations } from "./locations.server";

/** Mill that a destination's pin names. */
const named = alias(company, "named_mill");

/** Read the acting company's destinations by name, with their places and products. */
export async function readDestinations(ctx: Ctx<CompanyActor>, ...more: (SQL | undefined)[]) {
  const rows = await ctx.read
    .select({
      company_destination: {
        id: companyDestination.id,
        company_id: companyDestination.company_id,
        name: companyDestination.name,
        notes: companyDestination.notes,
        latitude: companyDestination.latitude,
        longitude: companyDestination.longitude,
        destination_company_location_id: companyDestination.destination_company_location_id,
        destination_company_id: companyDestination.destination_company_id,
        version: companyDestination.version,
      },
      destination_company_location: {
        id: companyLocation.id,
        name: companyLocation.name,
        company_id: companyLocation.company_id,
        company_name: company.name,
      },
      destination_company: { id: named.id, name: named.name },
    })
    .from(companyDestination)
    .leftJoin(companyLocation, eq(companyLocation.id, companyDestination.destination_company_location_id))
    .leftJoin(company, eq(company.id, companyLocation.company_id))
    .leftJoin(named, eq(named.id, companyDestination.destination_company_id))
    .where(and(visibleDestinationsCondition(ctx.actor), ...more))
    .orderBy(asc(companyDestination.name), asc(companyDestination.id));
  const products = await ctx.read
    .select({
      company_destination_id: companyDestinationProduct.company_destination_id,
      product_type_id: companyDestinationProduct.product_type_id,
      wood_species_id: companyDestinationProduct.wood_species_id,
      wood_species_type_id: companyDestinationProduct.wood_species_type_id,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
    })
    .from(companyDestinationProduct)
    .innerJoin(
      companyDestination,
      eq(companyDestination.id, companyDestinationProduct.company_destination_id),
    )
    .innerJoin(productType, eq(productType.id, companyDestinationProduct.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, companyDestinationProduct.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, companyDestinationProduct.wood_species_type_id))
    .where(and(visibleDestinationsCondition(ctx.actor), ...more))
    .orderBy(companyDestinationProduct.id);
  const own = await readCompanyProductNamesByKey(ctx);
  return rows.map(({ company_destination, destination_company_location: at, destination_company }) => ({
    company_destination,
    // For a pin, all columns of the joined location are null.
    destination_company_location:
      at?.id && at.name !== null && at.company_id !== null
        ? { id: at.id, name: at.name, company_id: at.company_id, company_name: at.company_name ?? "" }
        : null,
    destination_company,
    products: products
      .filter((p) => p.company_destination_id === company_destination.id)
      .map(({ company_destination_id: _of, product_type, wood_species, wood_species_type, ...ids }) => ({
        ...ids,
        name: formatProduct({ product_type, wood_species, wood_species_type }),
        own_name: own.get(formatProductKey(ids)) ?? null,
      })),
  }));
}

const company_id = z.number().int();

export const listDestinations = procedure({
  name: "listDestinations",
  may: "company_destination.read",
  input: z.strictObject({ company_id, ...pagingParams }),
  output: destinationsOutput,
  async run(ctx, { company_id, ...part }) {
    requireOwnCompanyId(ctx, company_id);
    const { rows, meta } = slicePage(await readDestinations(ctx), part);
    return { company_destinations: rows, meta };
  },
});

/** Search by a part of the destination's name or of its place's name. */
export const searchDestinations = procedure({
  name: "searchDestinations",
  may: "company_destination.read",
  input: z.strictObject({ company_id, searchTerm: z.string().trim().max(100).optional(), ...pagingParams }),
  output: destinationsOutput,
  async run(ctx, { company_id, searchTerm, ...part }) {
    requireOwnCompanyId(ctx, company_id);
    const { rows, meta } = slicePage(await readDestinations(ctx, destinationNameCondition(searchTerm)), part);
    return { company_destinations: rows, meta };
  },
});

/**
 * SQL condition for destinations whose name, or whose place, company or mill, contains the text; LIKE's wildcards in
 * the text are escaped.
 */
export function destinationNameCondition(term: string | undefined): SQL | undefined {
  if (!term) return undefined;
  const like = `%${escapeLike(term)}%`;
  return sql`(${companyDestination.name} LIKE ${like} ESCAPE '\\' OR EXISTS (SELECT 1 FROM company_location n
    JOIN company c ON c.id = n.company_id WHERE n.id = ${companyDestination.destination_company_location_id}
    AND (n.name LIKE ${like} ESCAPE '\\' OR c.name LIKE ${like} ESCAPE '\\'))
    OR EXISTS (SELECT 1 FROM company m WHERE m.id = ${companyDestination.destination_company_id}
    AND m.name LIKE ${like} ESCAPE '\\'))`;
}

/** Input fields of a destination, for forms and API calls. */
export const destinationFields = {
  name: nameField,
  notes: z.string().trim().max(1000, "Notes can be at most 1,000 characters").nullable().optional(),
  latitude: latitudeField(CLICK_DESTINATION).optional(),
  longitude: longitudeField(CLICK_DESTINATION).optional(),
  destination_company_location_id: z.number().int().nullable().optional(),
  /** Mill that a pin belongs to, if the mill itself hasn't added this place. */
  destination_company_id: z.number().int().nullable().optional(),
  /** Commonly sold products, by the ids of `GET /api/products`. */
  product_ids: z.array(z.number("Choose from the products").int()).max(100).optional(),
  /** Any products, by their keys: type, species, group. */
  products: z
    .array(z.string("Choose from the products").max(40))
    .max(100)
    .describe("Any product as type-species-group, with 0 for what it lacks: 5-746-0")
    .optional(),
  ...productFields,
  save_anyway: saveAnywayField,
};

const newDestinationInput = z.strictObject({ company_id, ...destinationFields });

/**
 * Create a destination: either a location of a visible company, with that location's position, or a pin, which may name
 * the mill that receives the wood there. Accepts the ids of the products delivered there.
 */
export const createDestination = procedure({
  name: "createDestination",
  may: "company_destination.create",
  input: newDestinationInput,
  output: idOutput,
  run: async (ctx, input) =>
    ctx.commit(await buildCreateDestinationSteps(ctx, input), { id: selectInsertedId(companyDestination) }),
});

/** Database steps that create a destination; `mill` is the mill of its pin if the same commit creates the mill. */
export async function buildCreateDestinationSteps(
  ctx: Ctx<CompanyActor>,
  query: z.output<typeof newDestinationInput>,
  mill?: SQL,
): Promise<Step[]> {
  const {
    rest: { save_anyway, ...input },
    sent,
  } = splitProducts(query);
  requireOwnCompanyId(ctx, input.company_id);
  const place = await placeOf(ctx, input);
  if (place.destination_company_location_id === null)
    await requirePlausiblePlace(ctx.read, { place: toPinLocation(place), save_anyway });
  const products = sent ? await requireKnownProducts(ctx, sent) : [];
  const named = mill ? { destination_company_id: mill } : {};
  return [
    expectOneRow(
      ctx.write
        .insert(companyDestination)
        .values({ ...input, ...place, ...named, notes: input.notes || null }),
    ),
    ...products.map((row) =>
      expectOneRow(
        ctx.write
          .insert(companyDestinationProduct)
          .values({ ...row, company_destination_id: selectInsertedId(companyDestination) }),
      ),
    ),
  ];
}

type Place = {
  latitude?: number;
  longitude?: number;
  destination_company_location_id?: number | null;
  destination_company_id?: number | null;
};

async function placeOf(ctx: Ctx<CompanyActor>, input: Place) {
  const id = input.destination_company_location_id ?? null;
  if (id !== null) {
    const [row] = await readVisibleLocations(ctx, eq(companyLocation.id, id));
    if (!row) throw notFound("We couldn't find that location, or you don't have access to it.");
    const { latitude, longitude } = row.company_location;
    return { destination_company_location_id: id, destination_company_id: null, latitude, longitude };
  }
  const { latitude, longitude } = input;
  if (latitude === undefined || longitude === undefined) throw invalid({ latitude: [CLICK_DESTINATION] });
  const mill = input.destination_company_id ?? null;
  if (mill !== null) await knownMill(ctx, mill);
  return { destination_company_location_id: null, destination_company_id: mill, latitude, longitude };
}

/** Return a mill that any company may find; a pin that names the mill lets the mill see loads bound for the pin. */
async function knownMill(ctx: Ctx, id: number) {
  const [row] = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(and(eq(company.id, id), eq(company.is_mill, true), buildSearchableCondition(ctx.actor)));
  if (!row) throw notFound("We couldn't find that mill, or you don't have access to it.");
}

export async function requireOwnDestination(ctx: Ctx<CompanyActor>, id: number) {
  const [row] = await readDestinations(ctx, eq(companyDestination.id, id));
  if (!row) throw notFound("We couldn't find that destination.");
  return row;
}

/** Read a destination for the page that confirms its deletion. */
export const getDestination = procedure({
  name: "getDestination",
  may: "company_destination.delete",
  input: z.strictObject({ company_destination_id: z.number().int() }),
  run: (ctx, input) => requireOwnDestination(ctx, input.company_destination_id),
});

/** Remove a destination from the list; jobs that deliver to the destination keep it. */
export const deleteDestination = procedure({
  name: "deleteDestination",
  may: "company_destination.delete",
  input: z.strictObject({ company_id, company_destination_id: z.number().int() }),
  output: idOutput,
  async run(ctx, input) {
    requireOwnCompanyId(ctx, input.company_id);
    const { company_destination: row } = await requireOwnDestination(ctx, input.company_destination_id);
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(companyDestination)
            .set({ is_deleted: true, version: row.version + 1 })
            .where(and(eq(companyDestination.id, row.id), eq(companyDestination.is_deleted, false))),
        ),
      ],
      { id: row.id },
    );
  },
});
