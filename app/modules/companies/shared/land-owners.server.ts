import { and, asc, count, eq } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company } from "#db/schema";
import { parsePhoneWithExtension } from "~/lib/text/phone";
import { callPhoneInput, personNameField } from "~/modules/people/rules/person";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams } from "~/web/paging";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { landOwnersOutput } from "../rules/output";
import { requireUniqueCompanyName } from "./own-names.server";

const needed = (label: string, most = 120) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(most, `${label} can be at most ${most} characters`);

/** Form error when the request fails for no specific reason. */
export const LAND_OWNER_ERROR_MESSAGE = "Something went wrong. Please try again.";

/** List the land owners that the acting company has recorded, by name. */
export const listLandOwners = procedure({
  name: "listLandOwners",
  may: "job.read",
  input: z.strictObject(pagingParams),
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
  contact_first_name: personNameField("Contact First Name"),
  contact_last_name: personNameField("Contact Last Name"),
  contact_phone_number: needed("Contact Phone Number", 40).pipe(callPhoneInput),
});

export const DUPLICATE_LAND_OWNER_MESSAGE = "You already have a land owner with this name.";

/**
 * Build the step that creates a land owner for the acting company; refused if the company already has one with the same
 * name.
 */
export async function buildLandOwnerStep(
  ctx: Ctx<CompanyActor>,
  input: z.output<typeof landOwnerInput>,
): Promise<Step> {
  await requireUniqueCompanyName(ctx, input.name, DUPLICATE_LAND_OWNER_MESSAGE);
  return expectOneRow(
    ctx.write.insert(company).values({
      ...input,
      contact_phone_number: parsePhoneWithExtension(input.contact_phone_number),
      is_land_owner: true,
      creator_company_id: ctx.actor.company.id,
      created_at: ctx.now.toISOString(),
    }),
  );
}

/**
 * Create a land owner, who need not be a user: it is stored as a company without users that only the acting company can
 * find. On a job, the land owner counts as having accepted (docs/domain.md#invitations).
 */
export const createLandOwner = procedure({
  name: "createLandOwner",
  may: "job.create",
  input: landOwnerInput,
  output: idOutput,
  run: async (ctx, input) =>
    ctx.commit([await buildLandOwnerStep(ctx, input)], { id: selectInsertedId(company) }),
});
