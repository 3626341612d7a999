import { z } from "zod";
import { outputId as id } from "~/web/output";

const count = z.number().int().min(0);
const text = z.string().nullable();

/** Result of adding an import; `mapped` is true if the company has explained these columns before. */
export const importAddedOutput = z.strictObject({ id, rows: count, mapped: z.boolean() });

/** An import: its columns, the number of rows in each state, and one page of rows, rows with problems first. */
export const importOutput = z.strictObject({
  id,
  file_name: text,
  created: z.strictObject({ at: z.string(), text: z.string() }),
  job: z.strictObject({ id, name: z.string() }).nullable(),
  mapped: z.boolean(),
  headings: z.array(z.string()),
  columns: z.record(z.string(), z.string()),
  first: z.array(z.array(z.string())),
  act: z.enum(["saving", "undoing"]).nullable().describe("What is under way with it."),
  rows: count,
  loads: count.describe("Rows that are trip tickets."),
  right: count.describe("Rows that can be saved as they are."),
  wrong: count.describe("Rows with a problem."),
  left_out: count,
  may_undo: z.boolean(),
  asked: z
    .array(
      z.strictObject({
        field: z.string(),
        word: z.string(),
        job_id: id,
        what: z.string(),
        rows: count,
        choices: z.array(z.strictObject({ value: z.string(), label: z.string() })),
      }),
    )
    .describe("Names to be explained, each with what it may mean."),
  show: z.enum(["wrong", "right", "loads", "left_out"]),
  page: count,
  shown: z.array(
    z.strictObject({
      line: id,
      trip_ticket: z.strictObject({ id, number: id }).nullable(),
      problem: text,
      is_question: z.boolean(),
      when: z.string(),
      what: z.string(),
      where: z.string(),
      who: z.string(),
      measure: z.string(),
      numbers: z.string(),
    }),
  ),
});
