import { z } from "zod";
import { listOutput, outputId, outputInstant } from "~/web/output";

const ownerLinkOutput = z.strictObject({
  id: outputId,
  company_id: outputId.describe("The land owner it's for."),
  name: z.string(),
  created_at: outputInstant,
  expires_at: outputInstant.nullable(),
  last_opened_at: outputInstant.nullable(),
  opens: z.number().int(),
});
export const ownerLinksOutput = listOutput("owner_links", ownerLinkOutput);
const ownerReportOutput = z.strictObject({
  id: outputId,
  covers_from: z.string(),
  covers_to: z.string(),
  loads: z.number().int(),
  channel: z.enum(["link", "mail", "paper"]),
  given_on: z.string(),
  created_at: outputInstant,
});
export const ownerReportsOutput = listOutput("owner_reports", ownerReportOutput);
/** A new link, returned only once; it opens the loads for anybody who has it. */
export const createdOwnerLinkOutput = z.strictObject({
  id: outputId,
  link: z.string(),
  code: z.string().describe("The same, for a person to type."),
  sent: z.array(z.enum(["mail", "text"])).describe("How it left this site; empty where you hand it over."),
});
