import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { newest } from "#db/newest";
import {
  company,
  companyDestination,
  companyDestinationProduct,
  companyLocation,
  productType,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { findable } from "~/core/access/public-face.server";
import { ownNamesByKey } from "~/core/products/own-names.server";
import { productFields } from "~/core/tickets/product-input";
import { escapeLike } from "~/domain/text/text";
import { productKey } from "~/domain/tickets/product-key";
import { productText } from "~/domain/tickets/trip-ticket";
import { checkPlace, pinLocation, saveAnyway } from "~/features/maps/place-questions.server";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { paging, partOf } from "~/web/paging";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, missing } from "~/web/refusal";
import { destinationsVisibleTo, ownCompany } from "./access.server";
import { knownProducts, splitProducts } from "./destination-products.server";
import { latitude, longitude, name } from "./fields";
import { visibleLocations } from "./locations.server";
import { DESTINATION_ON_THE_MAP } from "./messages";
import { destinationsOutput } from "./output";

/** The mill that a pin names. */
const named = alias(company, "named_mill");

/** The acting company's destinations by name, with where they lead and what they take. */
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
    .where(and(destinationsVisibleTo(ctx.actor), ...more))
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
    .where(and(destinationsVisibleTo(ctx.actor), ...more))
    .orderBy(companyDestinationProduct.id);
  const own = await ownNamesByKey(ctx);
  return rows.map(({ company_destination, destination_company_location: at, destination_company }) => ({
    company_destination,
    // Of a pin the joined columns are null, all of them.
    destination_company_location:
      at?.id && at.name !== null && at.company_id !== null
        ? { id: at.id, name: at.name, company_id: at.company_id, company_name: at.company_name ?? "" }
        : null,
    destination_company,
    products: products
      .filter((p) => p.company_destination_id === company_destination.id)
      .map(({ company_destination_id: _of, product_type, wood_species, wood_species_type, ...ids }) => ({
        ...ids,
        name: productText({ product_type, wood_species, wood_species_type }),
        own_name: own.get(productKey(ids)) ?? null,
      })),
  }));
}

const company_id = z.number().int();

export const listDestinations = procedure({
  name: "listDestinations",
  may: "company_destination.read",
  input: z.strictObject({ company_id, ...paging }),
  output: destinationsOutput,
  async run(ctx, { company_id, ...part }) {
    ownCompany(ctx, company_id);
    const { rows, meta } = partOf(await readDestinations(ctx), part);
    return { company_destinations: rows, meta };
  },
});

/** By a part of the name, or of the name of the place that it leads to. */
export const searchDestinations = procedure({
  name: "searchDestinations",
  may: "company_destination.read",
  input: z.strictObject({ company_id, searchTerm: z.string().trim().max(100).optional(), ...paging }),
  output: destinationsOutput,
  async run(ctx, { company_id, searchTerm, ...part }) {
    ownCompany(ctx, company_id);
    const { rows, meta } = partOf(await readDestinations(ctx, destinationNamed(searchTerm)), part);
    return { company_destinations: rows, meta };
  },
});

/** Escape the characters that LIKE treats as wildcards. */
export function destinationNamed(term: string | undefined): SQL | undefined {
  if (!term) return undefined;
  const like = `%${escapeLike(term)}%`;
  return sql`(${companyDestination.name} LIKE ${like} ESCAPE '\\' OR EXISTS (SELECT 1 FROM company_location n
    JOIN company c ON c.id = n.company_id WHERE n.id = ${companyDestination.destination_company_location_id}
    AND (n.name LIKE ${like} ESCAPE '\\' OR c.name LIKE ${like} ESCAPE '\\'))
    OR EXISTS (SELECT 1 FROM company m WHERE m.id = ${companyDestination.destination_company_id}
    AND m.name LIKE ${like} ESCAPE '\\'))`;
}

/** What is typed of a destination, by a form and by a call. */
export const destinationFields = {
  name,
  notes: z.string().trim().max(1000, "Notes can be at most 1,000 characters").nullable().optional(),
  latitude: latitude(DESTINATION_ON_THE_MAP).optional(),
  longitude: longitude(DESTINATION_ON_THE_MAP).optional(),
  destination_company_location_id: z.number().int().nullable().optional(),
  /** The mill that a pin belongs to, where it has not put the place on the map itself. */
  destination_company_id: z.number().int().nullable().optional(),
  /** Products as commonly sold, by the ids of `GET /api/products`. */
  product_ids: z.array(z.number("Choose from the products").int()).max(100).optional(),
  /** Any products, by their keys: type, species, group. */
  products: z
    .array(z.string("Choose from the products").max(40))
    .max(100)
    .describe("Any product as type-species-group, with 0 for what it lacks: 5-746-0")
    .optional(),
  ...productFields,
  save_anyway: saveAnyway,
};

const newDestinationInput = z.strictObject({ company_id, ...destinationFields });

/**
 * A place to send wood to: a location of a company that may be seen, whose place it then has, or a pin, which may name
 * the mill that receives the wood there. Takes the ids of the products that it accepts.
 */
export const createDestination = procedure({
  name: "createDestination",
  may: "company_destination.create",
  input: newDestinationInput,
  output: idOutput,
  run: async (ctx, input) =>
    ctx.commit(await newDestinationSteps(ctx, input), { id: newest(companyDestination) }),
});

/** What makes a destination; `mill` stands for the mill of its pin where that comes in the same batch. */
export async function newDestinationSteps(
  ctx: Ctx<CompanyActor>,
  asked: z.output<typeof newDestinationInput>,
  mill?: SQL,
): Promise<Step[]> {
  const {
    rest: { save_anyway, ...input },
    sent,
  } = splitProducts(asked);
  ownCompany(ctx, input.company_id);
  const place = await placeOf(ctx, input);
  if (place.destination_company_location_id === null)
    await checkPlace(ctx.read, { place: pinLocation(place), save_anyway });
  const products = sent ? await knownProducts(ctx, sent) : [];
  const named = mill ? { destination_company_id: mill } : {};
  return [
    mustHit(
      ctx.write
        .insert(companyDestination)
        .values({ ...input, ...place, ...named, notes: input.notes || null }),
    ),
    ...products.map((row) =>
      mustHit(
        ctx.write
          .insert(companyDestinationProduct)
          .values({ ...row, company_destination_id: newest(companyDestination) }),
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
    const [row] = await visibleLocations(ctx, eq(companyLocation.id, id));
    if (!row) throw missing("We couldn't find that location, or you don't have access to it.");
    const { latitude, longitude } = row.company_location;
    return { destination_company_location_id: id, destination_company_id: null, latitude, longitude };
  }
  const { latitude, longitude } = input;
  if (latitude === undefined || longitude === undefined)
    throw invalid({ latitude: [DESTINATION_ON_THE_MAP] });
  const mill = input.destination_company_id ?? null;
  if (mill !== null) await knownMill(ctx, mill);
  return { destination_company_location_id: null, destination_company_id: mill, latitude, longitude };
}

/** A mill that anybody here may find; naming it lets it see what is bound for the pin. */
async function knownMill(ctx: Ctx, id: number) {
  const [row] = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(and(eq(company.id, id), eq(company.is_mill, true), findable(ctx.actor)));
  if (!row) throw missing("We couldn't find that mill, or you don't have access to it.");
}

export async function ownDestination(ctx: Ctx<CompanyActor>, id: number) {
  const [row] = await readDestinations(ctx, eq(companyDestination.id, id));
  if (!row) throw missing("We couldn't find that destination.");
  return row;
}

/** A destination before it is deleted. */
export const getDestination = procedure({
  name: "getDestination",
  may: "company_destination.delete",
  input: z.strictObject({ company_destination_id: z.number().int() }),
  run: (ctx, input) => ownDestination(ctx, input.company_destination_id),
});

/** Takes a destination out of the list; jobs that deliver there keep it. */
export const deleteDestination = procedure({
  name: "deleteDestination",
  may: "company_destination.delete",
  input: z.strictObject({ company_id, company_destination_id: z.number().int() }),
  output: idOutput,
  async run(ctx, input) {
    ownCompany(ctx, input.company_id);
    const { company_destination: row } = await ownDestination(ctx, input.company_destination_id);
    return ctx.commit(
      [
        mustHit(
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
