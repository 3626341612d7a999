import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { company, usState } from "#db/schema";
import { listRoleNames, pickRoles, ROLE_FLAGS, ROLE_LABELS } from "~/lib/access/company-roles";
import { buildRecord, pick } from "~/lib/object/records";
import { formatPhone, parsePhoneWithExtension } from "~/lib/text/phone";
import { normalizeCompanyName } from "~/lib/text/plain-name";
import { callPhoneInput, personNameField } from "~/modules/people/rules/person";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { isUnchanged, requireVersion } from "~/web/revise.server";
import * as field from "../rules/company-fields";
import { companyOutput } from "../rules/output";
import { describeDuplicateCompanies } from "./company-twins.server";
import { findContractorByName, readContractor, requireContractor } from "./works-for.server";

/** Editable columns of a company. */
const COLUMNS = [
  "name",
  "ein",
  "bio",
  "address",
  "city",
  "us_state_id",
  "phone",
  "contact_first_name",
  "contact_last_name",
  "contact_phone_number",
  "default_load_amount",
  "force_drop_off",
  "on_behalf_of_company_id",
  ...ROLE_FLAGS,
] as const;
/** Phone number columns: +1 and ten digits. */
const PHONES = ["phone", "contact_phone_number"] as const;
const saveAnyway = z
  .boolean()
  .optional()
  .describe("true saves a name that another company in the same town has.");
type Patch = Partial<Pick<typeof company.$inferInsert, (typeof COLUMNS)[number]>>;

const optional = {
  ein: field.einField.nullable().optional(),
  bio: field.bioField.nullable().optional(),
  address: field.addressField.nullable().optional(),
  city: field.cityField.nullable().optional(),
  us_state_id: field.stateIdField.nullable().optional(),
  phone: callPhoneInput.nullable().optional(),
  default_load_amount: field.defaultLoadAmountField.nullable().optional(),
};

const contact = {
  first_name: personNameField("Contact First Name").nullable().optional(),
  last_name: personNameField("Contact Last Name").nullable().optional(),
  phone_number: callPhoneInput.nullable().optional(),
};

/** Return the acting company's form values, with the list of states. */
export const getCompanyForm = procedure({
  name: "getCompanyForm",
  may: "company.update",
  input: z.strictObject({}),
  async run(ctx) {
    const row = await readOwnCompany(ctx);
    const states = await ctx.read
      .select({ value: usState.id, label: usState.name })
      .from(usState)
      .orderBy(usState.name);
    return {
      version: row.version,
      logo_url: row.logo_url,
      states,
      roles: ROLE_FLAGS.map((flag) => ({ flag, label: ROLE_LABELS[flag], has: row[flag] })),
      values: {
        name: row.name,
        ein: row.ein ?? "",
        bio: row.bio ?? "",
        phone: row.phone ? formatPhone(row.phone) : "",
        address: row.address ?? "",
        city: row.city ?? "",
        us_state_id: String(row.us_state_id ?? ""),
        contact_first_name: row.contact_first_name ?? "",
        contact_last_name: row.contact_last_name ?? "",
        contact_phone_number: row.contact_phone_number ? formatPhone(row.contact_phone_number) : "",
        default_load_amount: String(row.default_load_amount ?? ""),
        works_for: (await readContractor(ctx.read, row.on_behalf_of_company_id))?.name ?? "",
      },
      force_drop_off: row.force_drop_off,
    };
  },
});

/** Save the whole company form; the form sends roles as a list of checked boxes. */
export const editCompany = procedure({
  name: "editCompany",
  may: "company.update",
  input: z.strictObject({
    version: z.number().int(),
    name: field.companyNameField,
    roles: field.roleListField,
    save_anyway: saveAnyway,
    ...optional,
    contact_first_name: contact.first_name,
    contact_last_name: contact.last_name,
    contact_phone_number: contact.phone_number,
    force_drop_off: z.boolean().default(false),
    /** Name of the company for which the acting company works as a subcontractor. */
    works_for: field.companyNameField.nullable().optional(),
  }),
  async run(ctx, { version, roles, works_for, save_anyway, ...rest }) {
    const contractor = await readContractor(ctx.read, (await readOwnCompany(ctx)).on_behalf_of_company_id);
    const on_behalf_of_company_id = await findContractorByName(ctx, works_for, contractor);
    const patch = { ...rest, on_behalf_of_company_id, ...field.toRoleFlags(roles) };
    return savePatch(ctx, version, patch, save_anyway);
  },
});

/** Change the sent fields of the acting company, with roles as flags, and return its row. */
export const updateCompany = procedure({
  name: "updateCompany",
  may: "company.update",
  input: z.strictObject({
    id: z.number().int(),
    version: z.number().int(),
    name: field.companyNameField.optional(),
    save_anyway: saveAnyway,
    ...optional,
    contact: z.strictObject(contact).optional(),
    force_drop_off: z.boolean().optional(),
    on_behalf_of_company_id: z.number().int().positive().nullable().optional(),
    ...buildRecord(ROLE_FLAGS, () => z.boolean().optional()),
  }),
  output: companyOutput,
  async run(ctx, { id, version, contact, save_anyway, ...patch }) {
    if (id !== ctx.actor.company.id) throw notFound();
    const row = {
      ...patch,
      contact_first_name: contact?.first_name,
      contact_last_name: contact?.last_name,
      contact_phone_number: contact?.phone_number,
    };
    await savePatch(ctx, version, row, save_anyway);
    return { company: toApiCompany(await readOwnCompany(ctx)) };
  },
});

export async function readOwnCompany(ctx: Ctx<CompanyActor>) {
  const [row] = await ctx.read.select().from(company).where(eq(company.id, ctx.actor.company.id));
  if (!row) throw notFound();
  return row;
}

/** Save the changed fields. A caller with an older version gets the saved values instead. */
async function savePatch(
  ctx: Ctx<CompanyActor>,
  version: number,
  input: Patch,
  save_anyway: boolean | undefined,
) {
  const row = await readOwnCompany(ctx);
  const contractor = await readContractor(ctx.read, row.on_behalf_of_company_id);
  requireVersion(row, version, { ...savedWords(row), works_for: contractor?.name ?? "" });
  const typed: Patch = { ...input };
  for (const name of PHONES) if (input[name]) typed[name] = parsePhoneWithExtension(input[name]);
  for (const name of ["ein", "bio", "address", "city"] as const) if (typed[name] === "") typed[name] = null;
  const changed = COLUMNS.filter((name) => !isUnchanged(row, { [name]: typed[name] }));
  if (changed.length === 0) return ctx.commit([], { id: row.id, is_changed: false });
  const patch: Patch = pick(typed, changed);
  if (patch.us_state_id) await requireExistingUsState(ctx, patch.us_state_id);
  await requireContractor(ctx, patch.on_behalf_of_company_id, row.on_behalf_of_company_id);
  if (!ROLE_FLAGS.some((flag) => patch[flag] ?? row[flag]))
    throw invalid({ roles: [field.COMPANY_ROLE_REQUIRED_MESSAGE] });
  const renamed = patch.name ?? "";
  if (renamed && normalizeCompanyName(renamed) !== normalizeCompanyName(row.name) && !save_anyway) {
    const twins = await describeDuplicateCompanies(ctx, { ...row, ...patch, name: renamed }, row.id);
    if (twins.length) throw invalid({ save_anyway: twins });
  }
  return ctx.commit(
    [
      expectOneRow(
        ctx.write
          .update(company)
          .set({ ...patch, version: sql`${company.version} + 1` })
          .where(and(eq(company.id, row.id), eq(company.version, row.version))),
      ),
    ],
    { id: row.id, is_changed: true },
  );
}

/** Refuse a state that doesn't exist. */
export async function requireExistingUsState(ctx: Ctx, id: number) {
  const [found] = await ctx.read.select({ id: usState.id }).from(usState).where(eq(usState.id, id));
  if (!found) throw invalid({ us_state_id: ["Choose a state"] });
}

type Row = Awaited<ReturnType<typeof readOwnCompany>>;

/** Convert a company's row to form values, for comparison with the submitted ones. */
const savedWords = (row: Row) => ({
  ...pick(row, COLUMNS),
  version: row.version,
  roles: listRoleNames(pickRoles(row)).join(", "),
  ...buildRecord(PHONES, (name) => row[name] && formatPhone(row[name])),
});

/** Convert a company's row to the API's format. */
export const toApiCompany = (row: Row) => ({
  id: row.id,
  version: row.version,
  name: row.name,
  logo_url: row.logo_url,
  ein: row.ein,
  bio: row.bio,
  address: row.address,
  city: row.city,
  us_state_id: row.us_state_id,
  phone: row.phone,
  contact: {
    first_name: row.contact_first_name,
    last_name: row.contact_last_name,
    phone_number: row.contact_phone_number,
  },
  default_load_amount: row.default_load_amount,
  force_drop_off: row.force_drop_off,
  on_behalf_of_company_id: row.on_behalf_of_company_id,
  ...pickRoles(row),
});
