import { z } from "zod";
import { buildRecord } from "~/lib/object/records";
import { auditEntryOutput } from "~/modules/history/rules/output";
import { outputId as id, outputInstant as instant, listPagingOutput } from "~/web/output";
import { EDITABLE_FIELDS } from "./permissions";

/** Response fields of a trip ticket. */
const count = z.number().int();
const text = z.string().nullable();
const words = z.string();
const named = z.strictObject({ id, name: text });
const place = z.number().nullable();

const canEdit = z.strictObject(buildRecord(EDITABLE_FIELDS, () => z.boolean()));

const volume = z.number().nullable().describe("In the unit given with it, to the nearest thousandth.");
const pounds = count.nullable();

/** Certification that applies to a load. */
const carried = {
  certification_id: id,
  certification_type_id: id.describe("FSC 1, SFI 2."),
  license: words,
  product_claim_id: id.nullable(),
};

const ticket = z.strictObject({
  id,
  trip_ticket_number: count,
  load_number: count,
  job_id: id,
  version: count.describe("Send this plus one with an edit."),
  trip_ticket_status_id: id,
  trip_ticket_priority_id: id,
  job_destination_id: id,
  product_type_id: id,
  wood_species_id: id.nullable(),
  wood_species_type_id: id.nullable(),
  estimated_volume: volume,
  estimated_wood_unit_type_id: id.nullable(),
  scaled_volume: volume,
  scaled_wood_unit_type_id: id.nullable(),
  scale_ticket_number: text,
  gross_pounds: pounds,
  tare_pounds: pounds,
  net_pounds: pounds,
  deduction_pounds: pounds,
  deduction_class: text,
  log_rule: text,
  cutter_company_id: id.nullable(),
  cutter_user_id: id.nullable(),
  cutter_on_behalf_of_company_id: id.nullable(),
  skidder_company_id: id.nullable(),
  skidder_user_id: id.nullable(),
  skidder_on_behalf_of_company_id: id.nullable(),
  hauler_company_id: id.nullable(),
  hauler_user_id: id.nullable(),
  hauler_on_behalf_of_company_id: id.nullable(),
  scaler_user_id: id.nullable(),
  receiver_user_id: id.nullable(),
  truck_number: text,
  truck_plate: text,
  trailer_plate: text,
  driver_name: text,
  loader_name: text,
  loader_machine: text,
  loaded_at: instant.nullable(),
  landing_id: id
    .nullable()
    .describe("The landing it came from; null where it was not said, or the reader may not know."),
  township: text,
  latitude: place,
  longitude: place,
  creator_user_id: id.nullable(),
  creator_company_id: id.nullable(),
  created_at: instant,
  last_modified_at: instant,
  picked_up_at: instant.nullable(),
  dropped_off_at: instant.nullable(),
  scaled_at: instant.nullable(),
  received_at: instant.nullable(),
  comment: text.describe("The latest comment."),
  trip_ticket_certification: z.array(z.strictObject(carried)),
  can_edit: canEdit,
  audit: z
    .array(auditEntryOutput)
    .optional()
    .describe("The newest 100 entries of its history; not in lists."),
});

const hand = z.strictObject({ id, name: text, on_behalf_of_company: named.nullable() }).nullable();

export const ticketRecordOutput = z
  .strictObject({
    trip_ticket: ticket,
    job: z.strictObject({
      id,
      name: words,
      contract_number: text,
      township: text,
      range: text,
      section: text,
      latitude: place,
      longitude: place,
      job_status_id: id,
      request_user_company_id: id,
      harvest_notification_number: text,
      log_brand: text,
      state: words,
      stusps: words,
      county: words,
      meridian: text,
    }),
    job_destination: z.strictObject({
      id,
      name: words,
      mileage: z.number().nullable(),
      mileage_is_estimate: z.boolean(),
      company_destination: z
        .strictObject({ id, name: words, notes: text, latitude: z.number(), longitude: z.number() })
        .nullable()
        .describe("The destination that the requesting company keeps, with its notes."),
      company_location: z
        .strictObject({
          id,
          company_id: id,
          name: words,
          address: text,
          city: text,
          us_state_id: id.nullable(),
          zip: text,
          latitude: z.number(),
          longitude: z.number(),
        })
        .nullable()
        .describe(
          "The place that receives the load. Null if the destination is a pin of the requesting company's own.",
        ),
    }),
    landing: z
      .strictObject({ id, name: text, latitude: place, longitude: place })
      .nullable()
      .describe("The landing that the ticket names, with its place where it has one of its own."),
    product_type: named,
    wood_species: named.nullable(),
    wood_species_type: named.nullable(),
    own_name: text.describe(
      "What the company whose job it is calls the product; null where it has no name of its own.",
    ),
    trip_ticket_status: named,
    trip_ticket_priority: named,
    trip_ticket_landing_inventory: z
      .strictObject({
        landing: z.strictObject({ id, name: text }),
        estimated_volume: volume,
        wood_unit_type_id: id,
      })
      .nullable()
      .describe("What the load took from a landing; for those who may read the job's inventory."),
    trip_ticket_comment: text.describe("The latest comment."),
    cutter_company: hand,
    cutter_user: named.nullable(),
    skidder_company: hand,
    skidder_user: named.nullable(),
    hauler_company: hand,
    hauler_user: named.nullable(),
    scaler_user: named.nullable(),
    receiver_user: named.nullable(),
    cut_contract: text,
    skid_contract: text,
    haul_contract: text,
    certifications: z.array(
      z.strictObject({
        ...carried,
        type: words,
        claim: text,
        holder: words,
        expires_at: text.describe("The certificate's last day."),
      }),
    ),
  })
  .meta({ id: "TripTicketRecord", description: "A trip ticket with the names of everything it refers to." });

export const ticketListOutput = z.strictObject({
  trip_tickets: z.array(ticketRecordOutput),
  // True if there are more tickets than `total`, because counting stopped at a limit.
  meta: listPagingOutput.extend({
    more: z.boolean().optional().describe("There are more than total shows."),
  }),
});

export const changedTicketOutput = z.strictObject({
  id,
  warnings: z
    .array(words)
    .optional()
    .describe("What was saved and looks odd: a volume that disagrees with the weights, a date far off."),
});
