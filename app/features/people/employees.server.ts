import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, user } from "#db/schema";
import { may } from "~/domain/access/crew-permissions";
import { emailInput, nameOf } from "~/domain/people/person";
import { formatPhone } from "~/domain/people/phone";
import type { CompanyActor } from "~/web/actor";
import { personWith } from "~/web/admin";
import { mayMiss } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, missing } from "~/web/refusal";
import { asRead, revise } from "~/web/revise.server";
import { crewIds, employeeFields, employeePhone, PHONE_SHORT } from "./employee";
import {
  closeLinks,
  contactsOf,
  isLastAdmin,
  joinStep,
  keepAnAdmin,
  LAST_ADMIN,
  leaveStep,
  newEmployeeSteps,
  ownCompanyNamed,
  takenContacts,
} from "./employee-steps.server";
import { checkPerson, crewsToFill } from "./handing-out.server";
import { letInProblem } from "./new-links.server";
import { employeeRemovedOutput } from "./output";
import { rightsAtCompany } from "./person-rights.server";
import { chooseCrews, crewsWithHints, worksToGive } from "./work-crews.server";

const ADMINS_ONLY =
  "Only an admin, or a crew that an admin gave this permission, can add, edit and delete employees.";
const NO_CREWS = "Your crew can't see crews. An admin of your company can give it the permission.";

/** What the form of a new employee offers: kinds of work, and the crews that the person may fill. */
export const getEmployeeForm = procedure({
  name: "getEmployeeForm",
  may: "crew_member.create",
  input: z.strictObject({}),
  async run(ctx) {
    personWith(ctx.actor, "crew_member.create", ADMINS_ONLY);
    if (!may(ctx.actor.permissions, "crew.read")) throw forbidden(NO_CREWS);
    return { works: await worksToGive(ctx), crews: await crewsWithHints(ctx) };
  },
});

/** Adds a person: in the crew at once, with a link to choose a password. An account that exists is never taken over. */
export const addEmployee = procedure({
  name: "addEmployeeByForm",
  fresh: true,
  may: "crew_member.create",
  input: z.strictObject({
    company_id: z.number().int().optional(),
    ...employeeFields,
    crew_ids: crewIds.optional(),
  }),
  async run(ctx, input) {
    ownCompanyNamed(ctx, input.company_id);
    const person = personWith(ctx.actor, "crew_member.create", ADMINS_ONLY);
    const { into, steps } = await chooseCrews(ctx, [input]);
    const contacts = contactsOf(input);
    const taken = await takenContacts(ctx, contacts);
    if (Object.keys(taken).length) throw invalid(taken);
    const by = { person, company: ctx.actor.company };
    return ctx.commit([...steps, ...newEmployeeSteps(ctx, by, input, into[0] ?? [])], {
      user_id: sql<number>`(SELECT id FROM ${user} WHERE phone_number = ${contacts.phone})`,
    });
  },
});

/** One of the acting company's people, with the crews of it that they are in. */
export async function employeeOf(ctx: Ctx<CompanyActor>, userId: number) {
  const rows = await ctx.read
    .select({
      id: user.id,
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      phone_number: user.phone_number,
      email_verified_at: user.email_verified_at,
      version: user.version,
      waits: sql<number>`${user.password_hash} IS NULL`,
      crew: { id: crew.id, name: crew.name, is_primary: crew.is_primary },
    })
    .from(crewMember)
    .innerJoin(crew, inLiveCrew)
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(and(eq(crew.company_id, ctx.actor.company.id), eq(user.id, userId)))
    .orderBy(crew.id);
  const [first] = rows;
  if (!first) throw missing("We couldn't find that person at your company.");
  const { crew: _crew, waits, ...person } = first;
  const crews = rows.map((r) => r.crew);
  return { ...person, waits: Boolean(waits), crews, is_admin: crews.some((c) => c.is_primary) };
}

const named = { company_id: z.number().int().optional(), user_id: z.number().int() };

export async function employeeFor(ctx: Ctx<CompanyActor>, userId: number, flag: "update" | "delete") {
  const found = await employeeOf(ctx, userId);
  personWith(ctx.actor, `crew_member.${flag}`, ADMINS_ONLY);
  await checkPerson(ctx, found.crews);
  return { ...found, phone: found.phone_number && formatPhone(found.phone_number) };
}

/** An employee for the form that edits them; it names the crews that they can be put into. */
export const getEmployee = procedure({
  name: "getEmployee",
  may: "crew_member.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    ownCompanyNamed(ctx, input.company_id);
    const found = await employeeFor(ctx, input.user_id, "update");
    if (!may(ctx.actor.permissions, "crew.read")) throw forbidden(NO_CREWS);
    return {
      ...found,
      locked_out: found.waits ? null : await letInProblem(ctx, found),
      all_crews: await crewsToFill(ctx),
      rights: await rightsAtCompany(ctx, found.id),
      may_delete: may(ctx.actor.permissions, "crew_member.delete"),
    };
  },
});

/** An employee for the page that deletes them. */
export const getEmployeeToDelete = procedure({
  name: "getEmployeeToDelete",
  may: "crew_member.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    ownCompanyNamed(ctx, input.company_id);
    const found = await employeeFor(ctx, input.user_id, "delete");
    const admins = found.crews.find((c) => c.is_primary);
    const stays = admins !== undefined && (await isLastAdmin(ctx, admins.id, found.id));
    return { ...found, refused: stays ? LAST_ADMIN : null };
  },
});

const changes = z.strictObject({
  ...named,
  version: z.number().int(),
  first_name: nameOf("First name").optional(),
  last_name: nameOf("Last name").optional(),
  phone_number: employeePhone.optional(),
  email: emailInput.nullable().optional(),
  is_admin: z.boolean().optional(),
  crew_ids: crewIds.optional(),
});

/**
 * Changes an employee. Names, phone and email are an admin's to change only until the person has chosen a
 * password: from then on the account is theirs, and other companies may know them by it.
 */
export const updateEmployee = procedure({
  name: "changeEmployee",
  fresh: true,
  may: "crew_member.update",
  input: changes,
  run: change,
});

/** The same for a form: a box that is not ticked says no, and what it asks for by `contacts` is not left empty. */
export const editEmployee = procedure({
  name: "editEmployee",
  fresh: true,
  may: "crew_member.update",
  input: changes.extend({
    is_admin: z.boolean().default(false),
    crew_ids: crewIds.default([]),
    contacts: z.boolean().default(false),
  }),
  run(ctx, { contacts, ...input }) {
    const empty = {
      ...(input.first_name ? {} : { first_name: ["First name is required"] }),
      ...(input.last_name ? {} : { last_name: ["Last name is required"] }),
      ...(input.phone_number ? {} : { phone_number: [PHONE_SHORT] }),
    };
    if (contacts && Object.keys(empty).length) throw invalid(empty);
    return change(ctx, input);
  },
});

async function change(ctx: Ctx<CompanyActor>, input: z.output<typeof changes>) {
  const me = ownCompanyNamed(ctx, input.company_id);
  const now = await employeeOf(ctx, input.user_id);
  personWith(ctx.actor, "crew_member.update", ADMINS_ONLY);
  await checkPerson(ctx, now.crews);
  const phone =
    input.phone_number === undefined
      ? now.phone_number
      : contactsOf({ ...now, phone_number: input.phone_number }).phone;
  const email =
    input.email === undefined ? now.email : contactsOf({ email: input.email, phone_number: "" }).email;
  const said = {
    first_name: input.first_name ?? now.first_name,
    last_name: input.last_name ?? now.last_name,
    phone_number: phone,
    email,
  };
  const differs = (["first_name", "last_name", "phone_number", "email"] as const).filter(
    (f) => said[f] !== now[f],
  );
  if (differs.length && !now.waits)
    throw invalid(
      Object.fromEntries(
        differs.map((f) => [f, [`${now.first_name} has an account and changes this under Profile.`]]),
      ),
    );
  asRead(now, input.version, currentOf(now));
  const taken = differs.length ? await takenContacts(ctx, { email, phone }, now.id) : {};
  if (Object.keys(taken).length) throw invalid(taken);

  const choice = await chooseCrews(ctx, [
    {
      is_admin: input.is_admin ?? now.is_admin,
      crew_ids: input.crew_ids ?? now.crews.filter((c) => !c.is_primary).map((c) => c.id),
    },
  ]);
  const into = choice.into[0] ?? [];
  const leaves = now.crews.filter((c) => !into.includes(c.id));
  const joins = into.filter((id) => !now.crews.some((c) => c.id === id));
  const admins = leaves.find((c) => c.is_primary);
  if (admins) await keepAnAdmin(ctx, admins.id, now.id);
  if (differs.length + leaves.length + joins.length === 0)
    return ctx.commit([], { user_id: now.id, version: now.version });
  return ctx.commit(
    [
      revise(
        ctx,
        user,
        now,
        differs.length ? said : {},
        differs.length ? isNull(user.password_hash) : undefined,
      ),
      ...choice.steps,
      ...leaves.map((c) => leaveStep(ctx, c, now.id)),
      ...joins.map((id) => joinStep(ctx, me, id, now.id)),
    ],
    { user_id: now.id, version: input.version },
  );
}

const currentOf = (now: Awaited<ReturnType<typeof employeeOf>>) => ({
  first_name: now.first_name,
  last_name: now.last_name,
  phone_number: now.phone_number,
  email: now.email,
  is_admin: now.is_admin,
  crew_ids: now.crews.filter((c) => !c.is_primary).map((c) => c.id),
  version: now.version,
});

/** Takes a person out of every crew of the company. Who never signed in frees their phone and email again. */
export const deleteEmployee = procedure({
  name: "deleteEmployee",
  fresh: true,
  may: "crew_member.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  output: employeeRemovedOutput,
  async run(ctx, input) {
    const me = ownCompanyNamed(ctx, input.company_id);
    const now = await employeeFor(ctx, input.user_id, "delete");
    asRead(now, input.version, currentOf(now));
    const admins = now.crews.find((c) => c.is_primary);
    if (admins) await keepAnAdmin(ctx, admins.id, now.id);
    return ctx.commit(
      [
        revise(ctx, user, now, { default_company_id: sql`nullif(default_company_id, ${me})` }),
        ...now.crews.map((c) => leaveStep(ctx, c, now.id)),
        closeLinks(ctx, me, now.id),
        mayMiss(
          ctx.write
            .update(user)
            .set({ email: null, phone_number: null })
            .where(
              and(
                eq(user.id, now.id),
                isNull(user.password_hash),
                sql`NOT EXISTS (SELECT 1 FROM ${crewMember} WHERE user_id = ${now.id})`,
              ),
            ),
        ),
      ],
      { ok: true },
    );
  },
});
