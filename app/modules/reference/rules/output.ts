import { z } from "zod";
import { outputId as id, outputName as idName, outputInstant as instant, listOutput } from "~/web/output";

/** Output schemas of the reference lists, which are the same for all users. */
const count = z.number().int();
const words = z.string();
const box = z.array(z.number()).length(4).describe("West, south, east, north, in degrees.");

const state = z.strictObject({
  id,
  name: words,
  gid: id,
  statefp: words,
  stusps: words,
  has_plss: z.boolean(),
  time_zone: words,
  bounding_box: box,
});
const county = z.strictObject({
  id,
  name: words,
  gid: id,
  us_state_id: id,
  countyfp: words,
  bounding_box: box,
  geom: z.unknown().optional().describe("GeoJSON; with include=geom."),
});
const flags = z.strictObject({
  can_create: z.boolean(),
  can_read: z.boolean(),
  can_update: z.boolean(),
  can_delete: z.boolean(),
});

export const ticketStatusesOutput = listOutput(
  "trip_ticket_statuses",
  z.strictObject({ trip_ticket_status: idName }),
);
export const productTypesOutput = listOutput(
  "product_types",
  z.strictObject({
    product_type: z.strictObject({ id, name: words, default_wood_unit_type_id: id.nullable() }),
  }),
);
export const productsOutput = listOutput(
  "products",
  z.strictObject({
    product: z.strictObject({
      id,
      name: words,
      product_type_id: id,
      wood_species_id: id.nullable(),
      wood_species_type_id: id.nullable(),
    }),
    product_type: idName,
    wood_species: idName.nullable(),
    wood_species_type: idName.nullable(),
  }),
);
export const woodSpeciesOutput = listOutput(
  "wood_species",
  z.strictObject({
    wood_species: z.strictObject({
      id,
      name: words,
      fia_code: words,
      symbol: words,
      scientific_name: words,
      wood_species_type_id: id,
      green_lb_per_ft3: z.number().nullable(),
    }),
    wood_species_type: idName,
  }),
);
export const woodUnitTypesOutput = listOutput("wood_unit_types", z.strictObject({ wood_unit_type: idName }));
export const statesOutput = listOutput(
  "states",
  z.strictObject({ state, country: idName.optional(), county_count: count.optional() }),
);
export const countiesOutput = listOutput("counties", z.strictObject({ county, state: state.optional() }));
export const entitiesOutput = listOutput(
  "entities",
  z.strictObject({
    entity: z.strictObject({
      id,
      name: words,
      is_company_entity: z.boolean(),
      is_job_entity: z.boolean(),
    }),
    permissions: flags.optional(),
  }),
);
export const releasesOutput = listOutput(
  "releases",
  z.strictObject({
    release: z.strictObject({
      id,
      version: words,
      released_at: instant,
      notes: z.array(z.strictObject({ title: words, description: words })),
    }),
  }),
);
