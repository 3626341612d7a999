import { z } from "zod";
import { outputId as id } from "~/web/output";

const count = z.number().int().min(0);
const text = z.string().nullable();
const time = z.strictObject({ at: z.string(), text: z.string() });
const range = z.strictObject({ from: count, to: count });
const numbered = { id, number: id };

const numberedLoads = z.strictObject({ total: count, tickets: z.array(z.strictObject(numbered)) });

/** Response shape of a job's inconsistencies; `numbers` is only for the requester and the land manager. */
export const jobChecksOutput = z.strictObject({
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
  twins: z.array(
    z.strictObject({
      scale_ticket_number: z.string(),
      ...numbered,
      other_id: id,
      other_number: id,
      other_job: z.string(),
    }),
  ),
  unscaled: z.strictObject({
    total: count,
    tickets: z.array(z.strictObject({ ...numbered, destination: z.string(), dropped_off: time })),
  }),
  unhauled: numberedLoads.describe("Delivered loads without a hauler; for the office."),
  undelivered: numberedLoads.describe("Loads that were scaled or received and count as not delivered yet."),
  unlanded: numberedLoads,
  unfitting: z
    .strictObject({
      total: count,
      looked_at: count,
      tickets: z.array(z.strictObject({ ...numbered, words: z.array(z.string()) })),
    })
    .describe("Loads whose numbers don't add up, of the newest thousand."),
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
