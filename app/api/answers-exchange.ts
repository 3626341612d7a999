import { z } from "zod";

const id = z.number().int();
const count = z.number().int().min(0);

/** A run that has begun. */
export const exportBegun = z.strictObject({ id, rows_total: count });

export const exportRun = z.strictObject({
  id,
  type: z.string(),
  format: z.string(),
  state: z.enum(["under way", "ready", "failed", "expired"]),
  rows_done: count,
  rows_total: count,
  file_name: z.string(),
  file_url: z.string().nullable(),
  message: z.string().nullable(),
  created_at: z.string(),
});

const text = z.string().nullable();
const time = z.strictObject({ at: z.string(), text: z.string() });
const line = {
  line: id,
  trip_ticket_number: id.nullable(),
  scale_ticket_number: text,
  scaled_on: text,
  truck_number: text,
  net: text,
  scaled: text,
  problem: text,
};

/** A statement that was read; `mapped` where its columns were known already. */
export const statementAdded = z.strictObject({ id, lines: count, mapped: z.boolean() });
export const statementChanged = z.strictObject({ id });
export const statementAccepted = z.strictObject({ id, accepted: count, refused: count });

/** The three lists of a statement: on both sides, only the mill's, only ours. */
export const statement = z.strictObject({
  id,
  mill: z.string(),
  file_name: text,
  created: time,
  mapped: z.boolean(),
  mapped_at: text,
  may_accept: z.boolean(),
  headings: z.array(z.string()),
  mapping: z.record(z.string(), z.string()),
  first: z.array(z.array(z.string())),
  totals: z
    .array(z.strictObject({ loads: count, ours: z.string(), theirs: z.string(), difference: z.string() }))
    .describe("What both sides have scaled, by unit."),
  not_compared: count.describe("Matched loads that one side has not scaled, or in another unit."),
  matched: z.array(
    z.strictObject({
      ...line,
      by: text,
      accepted: z.boolean(),
      refused: text,
      scale_tickets_differ: z.boolean(),
      standing: z
        .enum(["equal", "new", "within", "beyond", "other unit"])
        .describe("How the line differs from the ticket; within: as two scales do."),
      difference: text.describe("The mill's less yours."),
      duplicate: text.describe("The other load with the same scale ticket."),
      expected: z
        .boolean()
        .describe("Whether it is accepted by `lines` and `all`; otherwise it takes `beyond`."),
      ticket: z.strictObject({
        id,
        number: id,
        job: z.string(),
        scale_ticket_number: text,
        scaled: text,
        net: text,
      }),
    }),
  ),
  theirs: z.array(z.strictObject(line)),
  ours: z.array(
    z.strictObject({
      id,
      number: id,
      job: z.string(),
      scale_ticket_number: text,
      truck_number: text,
      dropped_off: time.nullable(),
      scaled: text,
    }),
  ),
  ours_total: count,
});

const range = z.strictObject({ from: count, to: count });
const numbered = { id, number: id };

/** What does not add up on a job; \`numbers\` is for the requester and the land manager alone. */
export const jobChecks = z.strictObject({
  job: z.strictObject({ id, name: z.string() }),
  days: count,
  numbers: z
    .strictObject({
      missing: z.array(range),
      deleted: z.array(id),
      sheets_waiting: count,
      sheets_voided: count,
    })
    .nullable(),
  doubles: z.array(
    z.strictObject({
      scale_ticket_number: z.string(),
      destination: z.string(),
      tickets: z.array(z.strictObject(numbered)),
    }),
  ),
  unscaled: z.strictObject({
    total: count,
    tickets: z.array(z.strictObject({ ...numbered, destination: z.string(), dropped_off: time })),
  }),
  turns: z.array(
    z.strictObject({
      landing: text,
      destination: z.string(),
      loads: count,
      haul_minutes: z.number().nullable(),
      scale_minutes: z.number().nullable(),
    }),
  ),
});
