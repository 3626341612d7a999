import { and, asc, count, eq } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { company } from "#db/schema";
import { requireNewName } from "~/core/noted/own-names.server";
import { callPhoneInput, nameOf } from "~/domain/people/person";
import { callPhone } from "~/domain/people/phone";
import type { CompanyActor } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { paging } from "~/web/paging";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { landOwnersOutput } from "./output";

const needed = (label: string, most = 120) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(most, `${label} can be at most ${most} characters`);

/** What the form says when it fails for no reason of its own (spec 2, section 8). */
export const LAND_OWNER_FAILED = "Something went wrong. Please try again.";

/** The land owners that the acting company has recorded, by name. */
export const listLandOwners = procedure({
  name: "listLandOwners",
  may: "job.read",
  input: z.strictObject(paging),
  output: landOwnersOutput,
  async run(ctx, input) {
    const where = and(
      eq(company.creator_company_id, ctx.actor.company.id),
      eq(company.is_land_owner, true),
      eq(company.is_deleted, false),
    );
    const [total] = await ctx.read.select({ n: count() }).from(company).where(where);
    const query = ctx.read
      .select({
        id: company.id,
        name: company.name,
        contact_first_name: company.contact_first_name,
        contact_last_name: company.contact_last_name,
        contact_phone_number: company.contact_phone_number,
        version: company.version,
      })
      .from(company)
      .where(where)
      .orderBy(asc(company.name), asc(company.id))
      .$dynamic();
    const land_owners = input.take === -1 ? await query : await query.limit(input.take).offset(input.skip);
    return { land_owners, meta: { total: total?.n ?? 0, skip: input.skip, take: input.take } };
  },
});

export const landOwnerInput = z.strictObject({
  name: needed("Land Owner Name"),
  contact_first_name: nameOf("Contact First Name"),
  contact_last_name: nameOf("Contact Last Name"),
  contact_phone_number: needed("Contact Phone Number", 40).pipe(callPhoneInput),
});

export const SAME_LAND_OWNER = "You already have a land owner with this name.";

/** The step that notes a land owner down for the acting company; refused where it has one of that name. */
export async function landOwnerStep(
  ctx: Ctx<CompanyActor>,
  input: z.output<typeof landOwnerInput>,
): Promise<Step> {
  await requireNewName(ctx, input.name, SAME_LAND_OWNER);
  return mustHit(
    ctx.write.insert(company).values({
      ...input,
      contact_phone_number: callPhone(input.contact_phone_number),
      is_land_owner: true,
      creator_company_id: ctx.actor.company.id,
      created_at: ctx.now.toISOString(),
    }),
  );
}

/**
 * Notes a land owner down, who need not be a user: a company without people, that nobody else finds. On a job it
 * counts as having accepted (decisions, section 2).
 */
export const createLandOwner = procedure({
  name: "createLandOwner",
  may: "job.create",
  input: landOwnerInput,
  output: idOutput,
  run: async (ctx, input) => ctx.commit([await landOwnerStep(ctx, input)], { id: newest(company) }),
});
