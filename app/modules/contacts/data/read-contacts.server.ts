import { and, asc, count, eq } from "drizzle-orm";
import { z } from "zod";
import { company } from "#db/schema";
import { pickRoles } from "~/lib/access/company-roles";
import { listOutput, outputId, outputVersion } from "~/web/output";
import { pagingParams } from "~/web/paging";
import { procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { buildOwnContactCondition } from "./contacts.server";

const text = z.string().nullable();
const contact = z.strictObject({
  id: outputId,
  version: outputVersion,
  name: z.string(),
  first_name: text,
  last_name: text,
  phone_number: text,
  is_land_owner: z.boolean(),
  is_land_manager: z.boolean(),
  is_cutter: z.boolean(),
  is_skidder: z.boolean(),
  is_hauler: z.boolean(),
  is_mill: z.boolean(),
  works_for_us: z.boolean().describe("It cuts, skids or hauls for your company, as its subcontractor."),
});

const shown = (row: typeof company.$inferSelect, me: number) => ({
  id: row.id,
  version: row.version,
  name: row.name,
  first_name: row.contact_first_name,
  last_name: row.contact_last_name,
  phone_number: row.contact_phone_number,
  ...pickRoles(row),
  works_for_us: row.on_behalf_of_company_id === me,
});

/** List the contacts that nobody has joined yet, by name, for API clients. */
export const readContacts = procedure({
  name: "readContacts",
  may: "job_company.read",
  input: z.strictObject(pagingParams),
  output: listOutput("contacts", contact),
  async run(ctx, input) {
    const [total] = await ctx.read.select({ n: count() }).from(company).where(buildOwnContactCondition(ctx));
    const query = ctx.read
      .select()
      .from(company)
      .where(buildOwnContactCondition(ctx))
      .orderBy(asc(company.name), asc(company.id))
      .$dynamic();
    const rows = input.take === -1 ? await query : await query.limit(input.take).offset(input.skip);
    return {
      contacts: rows.map((row) => shown(row, ctx.actor.company.id)),
      meta: { total: total?.n ?? 0, skip: input.skip, take: input.take },
    };
  },
});

/** One of them. */
export const readContact = procedure({
  name: "readContact",
  may: "job_company.read",
  input: z.strictObject({ contact_id: z.number().int() }),
  output: z.strictObject({ contact }),
  async run(ctx, { contact_id }) {
    const [row] = await ctx.read
      .select()
      .from(company)
      .where(and(eq(company.id, contact_id), buildOwnContactCondition(ctx)));
    if (!row) throw notFound("We couldn't find that contact. Its people may have joined Timbertally.");
    return { contact: shown(row, ctx.actor.company.id) };
  },
});
