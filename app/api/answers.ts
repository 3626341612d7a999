import { z } from "zod";
import { audit, creator, tripTicketRecord } from "./answers-tickets";

/**
 * What the calls answer, for the document that describes them. Tests hold real answers against these, so that the
 * document cannot say what is not so.
 */
const id = z.number().int();
const count = z.number().int();
const text = z.string().nullable();
const words = z.string();
/** UTC, ISO 8601. */
const instant = z.string();

export const meta = z.strictObject({ total: count, skip: count, take: count });

export const message = z.strictObject({
  message: words.describe("What went wrong, in words for a person."),
  errors: z.record(words, z.array(words)).optional().describe("422: messages by field name."),
  current: z
    .record(words, z.unknown())
    .optional()
    .describe("409: the saved values and their version, to read before sending again."),
});

const comment = z.strictObject({
  id,
  content: words,
  created_at: instant,
  last_modified_at: instant,
  version: count,
  ...creator,
});

const photo = z.strictObject({
  id,
  photo_url: words,
  caption: text,
  created_at: instant,
  version: count,
  ...creator,
});

/** A total that was counted up to a limit says that there are more. */
const countedMeta = meta.extend({
  more: z.boolean().optional().describe("There are more than total shows."),
});

const listOf = (name: string, item: z.ZodType) => z.strictObject({ [name]: z.array(item), meta });
const wrapped = (name: string, item: z.ZodType) => z.strictObject({ [name]: item });
const idName = z.strictObject({ id, name: words });
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

export const answers = {
  ticketList: z.strictObject({ trip_tickets: z.array(tripTicketRecord), meta: countedMeta }),
  audits: listOf("audits", audit),
  comments: listOf("comments", comment),
  photos: listOf("photos", photo),
  made: z.strictObject({ id: id.describe("The first, if several were made."), count }),
  changed: z.strictObject({ id }),
  changedTicket: z.strictObject({
    id,
    warnings: z
      .array(words)
      .optional()
      .describe("What was saved and looks odd: a volume that disagrees with the weights, a date far off."),
  }),
  deleted: z.strictObject({ id, number: count }),
  commented: z.strictObject({ id: id.describe("The ticket."), comment_id: id }),
  photographed: z.strictObject({ id: id.describe("The ticket."), photo_id: id }),
  statuses: listOf("trip_ticket_statuses", wrapped("trip_ticket_status", idName)),
  productTypes: listOf(
    "product_types",
    wrapped("product_type", z.strictObject({ id, name: words, default_wood_unit_type_id: id.nullable() })),
  ),
  products: listOf(
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
  ),
  woodSpecies: listOf(
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
  ),
  woodUnitTypes: listOf("wood_unit_types", wrapped("wood_unit_type", idName)),
  states: listOf(
    "states",
    z.strictObject({ state, country: idName.optional(), county_count: count.optional() }),
  ),
  counties: listOf("counties", z.strictObject({ county, state: state.optional() })),
  entities: listOf(
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
  ),
  releases: listOf(
    "releases",
    wrapped(
      "release",
      z.strictObject({
        id,
        version: words,
        released_at: instant,
        notes: z.array(z.strictObject({ title: words, description: words })),
      }),
    ),
  ),
};
