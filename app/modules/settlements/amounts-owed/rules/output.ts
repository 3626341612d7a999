import { z } from "zod";
import { outputId as id, listPagingOutput, outputInstant, outputVersion } from "~/web/output";

const cents = z.number().int();
const settlement = z.strictObject({
  id,
  trip_ticket_id: id,
  settlement_type_id: id,
  paying_company_id: id,
  receiving_company_id: id,
  share_no: z.number().int(),
  job_id: id,
  job_destination_id: id.nullable(),
  earned_on: z.string().describe("A day, YYYY-MM-DD, in the job's zone."),
  quantity: z.number().nullable().describe("In its unit, loads or miles; of percent, dollars."),
  wood_unit_type_id: id.nullable(),
  per: z.string().nullable(),
  rate: z.number().nullable().describe("Dollars, up to four decimals; of percent, so many percent."),
  rate_table: z.string().nullable(),
  rate_id: id.nullable(),
  quantity_from: z.string().nullable(),
  fuel_mills: z
    .number()
    .int()
    .nullable()
    .describe("What a gallon of diesel cost, in thousandths of a dollar: of a fuel surcharge."),
  miles: z.number().nullable(),
  mill_company_id: id.nullable(),
  due_cents: cents.nullable().describe("Null where it can't be said; problem says why."),
  problem: z.string().nullable(),
  posted_cents: cents.describe("What posted statements have of it; its payer is told of drafts too."),
  posted_lines: z.number().int(),
  paid_lines: z.number().int(),
  open_cents: cents.describe("What the next statement will bring, as To pay and To receive say it."),
  voided_at: outputInstant.nullable(),
  void_reason: z.string().nullable(),
  created_at: outputInstant,
  version: outputVersion,
  trip_ticket_settlement_status_type_id: id.describe("Unpaid 1, paid 2, void 3."),
});

export const claimsOutput = z.strictObject({
  trip_ticket_settlements: z.array(
    z.strictObject({
      trip_ticket_settlement: settlement,
      trip_ticket: z
        .strictObject({
          id,
          trip_ticket_number: z.number().int(),
          load_number: z.number().int().nullable(),
          trip_ticket_status_id: id,
          scale_ticket_number: z.string().nullable(),
          product_type_id: id,
          dropped_off_at: outputInstant.nullable(),
        })
        .nullable()
        .optional()
        .describe("Null where the company does not see the load itself."),
      trip_ticket_landing_inventory: z
        .array(z.strictObject({ landing_id: id, volume: z.number() }))
        .optional(),
      job_destination: z.strictObject({ id, job_id: id, name: z.string().nullable() }).nullable().optional(),
    }),
  ),
  aggregated_data: z
    .strictObject({
      count: z.number().int(),
      by_status: z.array(
        z.strictObject({
          trip_ticket_settlement_status_type_id: id,
          count: z.number().int(),
          amount_cents: cents,
        }),
      ),
      by_type: z.array(
        z.strictObject({ settlement_type_id: id, count: z.number().int(), amount_cents: cents }),
      ),
      by_unit: z.array(z.strictObject({ wood_unit_type_id: id, quantity: z.number() })),
      due_cents: cents,
      posted_cents: cents,
      paid_cents: cents,
      open_cents: cents,
    })
    .nullable()
    .optional()
    .describe("Of everything that fits. Null where too much does: name a company, a job or days."),
  meta: listPagingOutput,
});

const named = z.strictObject({ id, name: z.string() });
export const settlementStatusTypesOutput = z.strictObject({
  settlement_status_types: z.array(z.strictObject({ settlement_status_type: named })),
  meta: listPagingOutput,
});
export const settlementTypesOutput = z.strictObject({
  settlement_types: z.array(z.strictObject({ settlement_type: named })),
  meta: listPagingOutput,
});
