import { z } from "zod";

/** What the calls about setting up jobs answer. */
const id = z.number().int();

export const jobMade = z.strictObject({
  id,
  here: z.boolean().describe("Whether the acting company sees the job: it requested it, or is on it."),
});
export const leadMade = z.strictObject({ id });
export const jobDraft = z.strictObject({
  version: id,
  href: z.string().describe("Where its setup goes on."),
  draft: z
    .record(z.string(), z.unknown())
    .describe("What is typed and chosen so far, in the names of POST /api/jobs."),
});
export const draftDeleted = z.strictObject({ done: z.boolean() });
export const draftKept = z.strictObject({ version: id.describe("The next change sends this plus one.") });
