import { and, asc, count, eq } from "drizzle-orm";
import { z } from "zod";
import { insertedId } from "#db/inserted-id";
import { company } from "#db/schema";
import { parseCallPhone } from "~/lib/text/phone";
import { callPhoneInput, personNameField } from "~/modules/people/rules/person";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { paging } from "~/web/paging";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { landOwnersOutput } from "../rules/output";
import { requireNewName } from "./own-names.server";

const needed = (label: string, most = 120) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(most, `${label} can be at most ${most} characters`);

/** Form error when the request fails for no specific reason. */
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
  contact_first_name: personNameField("Contact First Name"),
  contact_last_name: personNameField("Contact Last Name"),
  contact_phone_number: needed("Contact Phone Number", 40).pipe(callPhoneInput),
});

export const SAME_LAND_OWNER = "You already have a land owner with this name.";

/** Step that records a land owner for the acting company; refused if the company already has one of that name. */
export async function landOwnerStep(
  ctx: Ctx<CompanyActor>,
  input: z.output<typeof landOwnerInput>,
): Promise<Step> {
  await requireNewName(ctx, input.name, SAME_LAND_OWNER);
  return expectOneRow(
    ctx.write.insert(company).values({
      ...input,
      contact_phone_number: parseCallPhone(input.contact_phone_number),
      is_land_owner: true,
      creator_company_id: ctx.actor.company.id,
      created_at: ctx.now.toISOString(),
    }),
  );
}

/**
 * Record a land owner, who need not be a user: a company without people, that nobody else can find. On a job it counts
 * as having accepted (docs/domain.md#invitations).
 */
export const createLandOwner = procedure({
  name: "createLandOwner",
  may: "job.create",
  input: landOwnerInput,
  output: idOutput,
  run: async (ctx, input) => ctx.commit([await landOwnerStep(ctx, input)], { id: insertedId(company) }),
});
