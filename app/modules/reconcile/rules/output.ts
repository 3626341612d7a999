import { z } from "zod";
import { outputId as id } from "~/web/output";

const count = z.number().int().min(0);
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
  product: text,
  deduction: text,
  price: text.describe("As the mill wrote it; null unless you may see rates."),
  problem: text,
};

/** Result of adding a statement; `mapped` is true if its columns were already mapped. */
export const statementAddedOutput = z.strictObject({ id, lines: count, mapped: z.boolean() });
export const statementAcceptedOutput = z.strictObject({ id, accepted: count, refused: count });

export const statementPublishedOutput = z.strictObject({ id, companies: count });
export const statementTakenBackOutput = z.strictObject({ id, taken_back: count, refused: count });

/** A statement with its three lists: matched loads, loads only on the statement, and loads only on our tickets. */
export const statementOutput = z.strictObject({
  id,
  mill: z.string(),
  file_name: text,
  created: time,
  published: z.boolean().describe("Whether the mill published it to you."),
  publication: z
    .array(z.strictObject({ name: z.string(), lines: count, published: time.nullable() }))
    .nullable()
    .describe("For the mill itself: whose lines are on its statement, and who has them."),
  mapped: z.boolean(),
  mapped_at: text,
  may_accept: z.boolean(),
  headings: z.array(z.string()),
  mapping: z.record(z.string(), z.string()),
  first: z.array(z.array(z.string())),
  totals: z
    .array(z.strictObject({ loads: count, ours: z.string(), theirs: z.string(), difference: z.string() }))
    .describe("What both sides have scaled, by unit, and what both have weighed."),
  not_compared: count.describe("Matched loads that one side hasn't scaled, or that are in another unit."),
  matched: z.array(
    z.strictObject({
      ...line,
      by: text,
      accepted: z.boolean(),
      refused: text,
      may_correct: z.boolean().describe("It is paid, and you may correct it on its own page."),
      scale_tickets_differ: z.boolean(),
      standing: z
        .enum(["equal", "new", "within", "beyond", "other unit"])
        .describe("How the line differs from the ticket; within: as two scales do."),
      difference: text.describe("The mill's less yours."),
      volume_difference: text.describe("The same of the volumes alone."),
      net_difference: text.describe("The same of the net weights alone."),
      acceptable: z.boolean().describe("False where the line gives nothing in the ticket's unit."),
      duplicate: text.describe("The other load with the same scale ticket."),
      expected: z
        .boolean()
        .describe("Whether it is accepted by `lines` and `all`; otherwise it takes `beyond`."),
      ticket: z.strictObject({
        id,
        number: id,
        job: z.string(),
        scale_ticket_number: text,
        product: z.string(),
        scaled: text,
        net: text,
        deduction: text,
      }),
    }),
  ),
  theirs: z.array(
    z.strictObject({
      ...line,
      several: text.describe("Your loads that have its scale ticket, where there are several."),
    }),
  ),
  corrections: z
    .array(z.strictObject(line))
    .describe(
      "Lines by which the mill corrects another one; each is counted with the line that its problem names.",
    ),
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
