import { z } from "zod";
import { outputId as id, listOutput, outputInstant } from "~/web/output";

const text = z.string().nullable();
const words = z.string();

/** Creator of a history entry, a comment, a photo or a file. */
export const creatorShape = {
  creator_user: z.strictObject({ id, first_name: text, last_name: text }).nullable(),
  creator_key: text.describe("The name of the API key, if no person acted."),
  creator_company: z.strictObject({ id, name: text }).nullable(),
};

/** History entry as returned by the API. */
export const auditEntryOutput = z.strictObject({
  id,
  activity: words,
  created_at: outputInstant,
  job_id: id.nullable(),
  trip_ticket_id: id.nullable(),
  details: z.record(words, z.unknown()).describe("content, diffs of { key, saved, updated }, file_name, …"),
  ...creatorShape,
});

export const auditsOutput = listOutput("audits", auditEntryOutput);
