import { count, eq } from "drizzle-orm";
import { z } from "zod";
import {
  country,
  permissionEntity,
  product,
  productType,
  tripTicketStatus,
  usCounty,
  usCountyGeometry,
  usState,
  woodSpecies,
  woodSpeciesType,
  woodUnitType,
} from "#db/schema";
import type { CompanyPermissions, Entity } from "~/lib/access/crew-permissions";
import { createTextSchema } from "~/lib/text/input";
import { readReleases } from "~/modules/releases/shared/releases.server";
import { fullListParams, slicePage } from "~/web/paging";
import { procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import {
  countiesOutput,
  entitiesOutput,
  productsOutput,
  productTypesOutput,
  releasesOutput,
  statesOutput,
  ticketStatusesOutput,
  woodSpeciesOutput,
  woodUnitTypesOutput,
} from "../rules/output";

/**
 * Shared parts of the reference data calls: each row in its own wrapper, so that `include` can add related data to it.
 */
const plain = z.strictObject(fullListParams);
const including = (...names: [string, ...string[]]) => ({
  ...fullListParams,
  /** Comma-separated names of related data to include with each row. */
  include: createTextSchema(100)
    .refine((query) => namesIn(query).every((n) => names.includes(n)), `include knows: ${names.join(", ")}`)
    .optional(),
});
const namesIn = (text: string | undefined) => (text ?? "").split(",").filter(Boolean);

export const listTicketStatuses = procedure({
  name: "listTicketStatuses",
  audience: "known",
  input: plain,
  output: ticketStatusesOutput,
  async run(ctx, input) {
    const all = await ctx.read.select().from(tripTicketStatus).orderBy(tripTicketStatus.id);
    const { rows, meta } = slicePage(all, input);
    return { trip_ticket_statuses: rows.map((row) => ({ trip_ticket_status: row })), meta };
  },
});

export const listProductTypes = procedure({
  name: "listProductTypes",
  audience: "known",
  input: plain,
  output: productTypesOutput,
  async run(ctx, input) {
    const all = await ctx.read.select().from(productType).orderBy(productType.id);
    const { rows, meta } = slicePage(all, input);
    return { product_types: rows.map((row) => ({ product_type: row })), meta };
  },
});

/** List the usual products, each with its type and its species or species group. */
export const listProducts = procedure({
  name: "listProducts",
  audience: "known",
  input: plain,
  output: productsOutput,
  async run(ctx, input) {
    const all = await ctx.read
      .select({
        product,
        product_type: { id: productType.id, name: productType.name },
        wood_species: { id: woodSpecies.id, name: woodSpecies.name },
        wood_species_type: { id: woodSpeciesType.id, name: woodSpeciesType.name },
      })
      .from(product)
      .innerJoin(productType, eq(productType.id, product.product_type_id))
      .leftJoin(woodSpecies, eq(woodSpecies.id, product.wood_species_id))
      .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, product.wood_species_type_id))
      .orderBy(product.id);
    const { rows, meta } = slicePage(all, input);
    return { products: rows, meta };
  },
});

export const listWoodSpecies = procedure({
  name: "listWoodSpecies",
  audience: "known",
  input: plain,
  output: woodSpeciesOutput,
  async run(ctx, input) {
    const all = await ctx.read
      .select({
        wood_species: woodSpecies,
        wood_species_type: { id: woodSpeciesType.id, name: woodSpeciesType.name },
      })
      .from(woodSpecies)
      .innerJoin(woodSpeciesType, eq(woodSpeciesType.id, woodSpecies.wood_species_type_id))
      .orderBy(woodSpecies.name, woodSpecies.id);
    const { rows, meta } = slicePage(all, input);
    return { wood_species: rows, meta };
  },
});

export const listWoodUnitTypes = procedure({
  name: "listWoodUnitTypes",
  audience: "known",
  input: plain,
  output: woodUnitTypesOutput,
  async run(ctx, input) {
    const all = await ctx.read.select().from(woodUnitType).orderBy(woodUnitType.id);
    const { rows, meta } = slicePage(all, input);
    return { wood_unit_types: rows.map((row) => ({ wood_unit_type: row })), meta };
  },
});

const boxed = <T extends Box>({ min_longitude, min_latitude, max_longitude, max_latitude, ...row }: T) => ({
  ...row,
  bounding_box: [min_longitude, min_latitude, max_longitude, max_latitude],
});
type Box = Record<"min_longitude" | "min_latitude" | "max_longitude" | "max_latitude", number>;

/**
 * List the states, each with its bounding box: west, south, east, north. West is greater than east if the box crosses
 * the date line.
 */
export const listStates = procedure({
  name: "listStates",
  audience: "known",
  input: z.strictObject(including("country", "county_count")),
  output: statesOutput,
  async run(ctx, input) {
    const expected = namesIn(input.include);
    const all = await ctx.read.select().from(usState).orderBy(usState.name);
    const { rows, meta } = slicePage(all, input);
    const [home] = expected.includes("country")
      ? await ctx.read.select().from(country).where(eq(country.id, 1))
      : [];
    const counted = expected.includes("county_count")
      ? await ctx.read
          .select({ id: usCounty.us_state_id, n: count() })
          .from(usCounty)
          .groupBy(usCounty.us_state_id)
      : [];
    const states = rows.map((row) => ({
      state: boxed(row),
      ...(home ? { country: home } : {}),
      ...(expected.includes("county_count")
        ? { county_count: counted.find((c) => c.id === row.id)?.n ?? 0 }
        : {}),
    }));
    return { states, meta };
  },
});

/** List a state's counties; their outlines (GeoJSON) are included on request. */
export const listCounties = procedure({
  name: "listCounties",
  audience: "known",
  input: z.strictObject({ state_id: z.number().int(), ...including("state", "geom") }),
  output: countiesOutput,
  async run(ctx, input) {
    const expected = namesIn(input.include);
    const [state] = await ctx.read.select().from(usState).where(eq(usState.id, input.state_id));
    if (!state) throw notFound("We couldn't find that state.");
    const all = await ctx.read
      .select()
      .from(usCounty)
      .where(eq(usCounty.us_state_id, input.state_id))
      .orderBy(usCounty.name, usCounty.id);
    const { rows, meta } = slicePage(all, input);
    const outlines = expected.includes("geom")
      ? await ctx.read
          .select({ id: usCounty.id, geom: usCountyGeometry.geom })
          .from(usCountyGeometry)
          .innerJoin(usCounty, eq(usCounty.id, usCountyGeometry.us_county_id))
          .where(eq(usCounty.us_state_id, input.state_id))
      : [];
    const geomOf = new Map(outlines.map((o) => [o.id, JSON.parse(o.geom) as unknown]));
    const counties = rows.map((row) => ({
      county: { ...boxed(row), ...(expected.includes("geom") ? { geom: geomOf.get(row.id) ?? null } : {}) },
      ...(expected.includes("state") ? { state: boxed(state) } : {}),
    }));
    return { counties, meta };
  },
});

/** List the entities that crew permissions cover; `include=permissions` adds the caller's permissions for each. */
export const listEntities = procedure({
  name: "listEntities",
  audience: "known",
  input: z.strictObject(including("permissions", "list")),
  output: entitiesOutput,
  async run(ctx, input) {
    const wanted = namesIn(input.include).includes("permissions");
    if (wanted && !ctx.actor.company)
      throw invalid({ include: ["Permissions belong to a company. Choose yours first."] });
    const all = await ctx.read.select().from(permissionEntity).orderBy(permissionEntity.id);
    const { rows, meta } = slicePage(all, input);
    const entities = rows.map((row) => ({
      entity: row,
      ...(wanted ? { permissions: canOf(ctx.actor.permissions[row.name as Entity]) } : {}),
    }));
    return { entities, meta };
  },
});

/** Return an entity's permission flags under the names that the API uses. */
const canOf = (flags: CompanyPermissions[Entity]) => ({
  can_create: flags.create,
  can_read: flags.read,
  can_update: flags.update,
  can_delete: flags.delete,
});

/** Search the release notes by version, newest first. */
export const searchReleases = procedure({
  name: "searchReleases",
  audience: "known",
  input: plain,
  output: releasesOutput,
  async run(ctx, input) {
    const { rows, meta } = slicePage(await readReleases(ctx.read, ctx.now), input);
    const releases = rows.map((row) => ({
      release: { ...row, notes: row.notes.map(({ title, description }) => ({ title, description })) },
    }));
    return { releases, meta };
  },
});
