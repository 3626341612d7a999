import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { company } from "#db/schema";
import { parsePhoneWithExtension } from "~/lib/text/phone";
import { formatCount as words } from "~/lib/text/text";
import type { CompanyActor } from "~/web/actor";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import { isUnchanged, requireVersion, updateWithVersion } from "~/web/revise.server";
import { DUPLICATE_LAND_OWNER_MESSAGE, landOwnerInput } from "../shared/land-owners.server";
import { requireUniqueCompanyName } from "../shared/own-names.server";

const land_owner_id = z.number().int();
const version = z.number("Reload the page, then save.").int().min(1).max(1_000_000_000);

/**
 * Build the SQL condition for a land owner on the acting company's own list: recorded by that company, and without
 * users who could act for the land owner.
 */
const own = (ctx: Ctx<CompanyActor>, id: number) =>
  and(
    eq(company.id, id),
    eq(company.creator_company_id, ctx.actor.company.id),
    eq(company.is_land_owner, true),
    eq(company.is_deleted, false),
    sql`NOT EXISTS (SELECT 1 FROM crew c JOIN crew_member m ON m.crew_id = c.id WHERE c.company_id = ${company.id})`,
  );

async function ownLandOwner(ctx: Ctx<CompanyActor>, id: number) {
  const [row] = await ctx.read
    .select({
      id: company.id,
      name: company.name,
      contact_first_name: company.contact_first_name,
      contact_last_name: company.contact_last_name,
      contact_phone_number: company.contact_phone_number,
      version: company.version,
    })
    .from(company)
    .where(own(ctx, id));
  if (!row) throw notFound("We couldn't find that land owner.");
  return row;
}

/** Return a land owner for its form, or for the page that confirms deleting it. */
export const getLandOwner = procedure({
  name: "getLandOwner",
  may: "job.update",
  input: z.strictObject({ land_owner_id }),
  async run(ctx, input) {
    const row = await ownLandOwner(ctx, input.land_owner_id);
    const { job, job_company } = ctx.actor.permissions;
    return {
      ...row,
      jobs: await jobsWith(ctx, row.id),
      may_delete: job.delete,
      may_invite: job_company.update,
    };
  },
});

/** Change the sent fields of a land owner. */
export const updateLandOwner = procedure({
  name: "updateLandOwner",
  may: "job.update",
  input: landOwnerInput.partial().extend({ land_owner_id, version }),
  output: idOutput,
  async run(ctx, { land_owner_id, version: sent, ...typed }) {
    const row = await ownLandOwner(ctx, land_owner_id);
    requireVersion(row, sent, { ...row });
    if (typed.name !== undefined)
      await requireUniqueCompanyName(ctx, typed.name, DUPLICATE_LAND_OWNER_MESSAGE, row.id);
    const phone = typed.contact_phone_number;
    const patch = { ...typed, ...(phone ? { contact_phone_number: parsePhoneWithExtension(phone) } : {}) };
    const steps = isUnchanged(row, patch)
      ? []
      : [updateWithVersion(ctx, company, row, patch, own(ctx, row.id))];
    return ctx.commit(steps, { id: row.id });
  },
});

/** Save a land owner from its form, which sends every field. */
export const saveLandOwner = procedure({
  name: "saveLandOwner",
  may: "job.update",
  input: landOwnerInput.extend({ land_owner_id, version }),
  run: (ctx, input) => updateLandOwner.run(ctx, input),
});

/** Query the number of jobs that name the land owner, including unsaved jobs that the company is setting up. */
const ON_JOBS = (id: number) =>
  sql`SELECT (SELECT count(*) FROM job_company jc JOIN job j ON j.id = jc.job_id
      WHERE jc.company_id = ${id} AND jc.removed_at IS NULL AND j.is_deleted = 0)
    + (SELECT count(*) FROM job_draft d, json_each(d.body, '$.companies') c
      WHERE d.company_id = (SELECT creator_company_id FROM company WHERE id = ${id})
        AND json_extract(c.value, '$.company_id') = ${id}) AS n`;

async function jobsWith(ctx: Ctx<CompanyActor>, id: number): Promise<number> {
  const [row] = await ctx.read
    .select({ n: sql<number>`(${ON_JOBS(id)})` })
    .from(company)
    .where(eq(company.id, id));
  return row?.n ?? 0;
}

/** Delete a land owner; refused while it is on a job, since the job's papers name the land owner. */
export const deleteLandOwner = procedure({
  name: "deleteLandOwner",
  may: "job.delete",
  input: z.strictObject({ land_owner_id, version }),
  output: idOutput,
  async run(ctx, input) {
    const row = await ownLandOwner(ctx, input.land_owner_id);
    requireVersion(row, input.version, { ...row });
    const jobs = await jobsWith(ctx, row.id);
    if (jobs) throw unprocessable(`${row.name} is on ${words(jobs, "job")}. Take it off first.`);
    return ctx.commit(
      [
        updateWithVersion(
          ctx,
          company,
          row,
          { is_deleted: true },
          own(ctx, row.id),
          sql`(${ON_JOBS(row.id)}) = 0`,
        ),
      ],
      { id: row.id },
    );
  },
});
