import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { isInLiveCrew } from "#db/live-crew.server";
import { crew, crewMember, user } from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { formatPhone } from "~/lib/text/phone";
import type { CompanyActor } from "~/web/actor";
import { requirePermission } from "~/web/admin";
import { allowAnyRows } from "~/web/commit.server";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, notFound } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { crewIdsField, employeeFields, employeePhoneField, PHONE_TOO_SHORT } from "../rules/employee";
import { employeeRemovedOutput } from "../rules/output";
import { emailInput, personNameField } from "../rules/person";
import {
  buildAddEmployeeSteps,
  buildJoinCrewStep,
  buildLeaveCrewStep,
  buildRevokeInviteLinksStep,
  isLastAdmin,
  LAST_ADMIN_MESSAGE,
  normalizeContacts,
  readTakenContactErrors,
  requireAnotherAdmin,
  requireEmployerCompany,
} from "../shared/employee-steps.server";
import { chooseCrews, readAssignableWork, readCrewsWithHints } from "../shared/work-crews.server";
import { readAssignableCrews, requireAssignablePerson } from "./assignable-crews.server";
import { getNewLinkProblem } from "./link-problem.server";
import { readRightsAtCompany } from "./person-rights.server";

const ADMINS_ONLY =
  "Only an admin, or a crew that an admin gave this permission, can add, edit and delete employees.";
const NO_CREWS = "Your crew can't see crews. An admin of your company can give it the permission.";

/** Read the choices for the form of a new employee: kinds of work, and the crews that the person may add people to. */
export const getEmployeeForm = procedure({
  name: "getEmployeeForm",
  may: "crew_member.create",
  input: z.strictObject({}),
  async run(ctx) {
    requirePermission(ctx.actor, "crew_member.create", ADMINS_ONLY);
    if (!hasPermission(ctx.actor.permissions, "crew.read")) throw forbidden(NO_CREWS);
    return { works: await readAssignableWork(ctx), crews: await readCrewsWithHints(ctx) };
  },
});

/** Add a person directly to the crew, with a link to choose a password. An existing account is never taken over. */
export const addEmployee = procedure({
  name: "addEmployeeByForm",
  fresh: true,
  may: "crew_member.create",
  input: z.strictObject({
    company_id: z.number().int().optional(),
    ...employeeFields,
    crew_ids: crewIdsField.optional(),
  }),
  async run(ctx, input) {
    requireEmployerCompany(ctx, input.company_id);
    const person = requirePermission(ctx.actor, "crew_member.create", ADMINS_ONLY);
    const { into, steps } = await chooseCrews(ctx, [input]);
    const contacts = normalizeContacts(input);
    const taken = await readTakenContactErrors(ctx, contacts);
    if (Object.keys(taken).length) throw invalid(taken);
    const by = { person, company: ctx.actor.company };
    return ctx.commit([...steps, ...buildAddEmployeeSteps(ctx, by, input, into[0] ?? [])], {
      user_id: sql<number>`(SELECT id FROM ${user} WHERE phone_number = ${contacts.phone})`,
    });
  },
});

/** Return one of the acting company's people, with their crews in the company; else throw 404. */
export async function requireEmployee(ctx: Ctx<CompanyActor>, userId: number) {
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
    .innerJoin(crew, isInLiveCrew)
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(and(eq(crew.company_id, ctx.actor.company.id), eq(user.id, userId)))
    .orderBy(crew.id);
  const [first] = rows;
  if (!first) throw notFound("We couldn't find that person at your company.");
  const { crew: _crew, waits, ...person } = first;
  const crews = rows.map((r) => r.crew);
  return { ...person, waits: Boolean(waits), crews, is_admin: crews.some((c) => c.is_primary) };
}

const named = { company_id: z.number().int().optional(), user_id: z.number().int() };

export async function requireEmployeePermission(
  ctx: Ctx<CompanyActor>,
  userId: number,
  flag: "update" | "delete",
) {
  const employee = await requireEmployee(ctx, userId);
  requirePermission(ctx.actor, `crew_member.${flag}`, ADMINS_ONLY);
  await requireAssignablePerson(ctx, employee.crews);
  return { ...employee, phone: employee.phone_number && formatPhone(employee.phone_number) };
}

/** Read an employee for the edit form, with the crews they can be added to. */
export const getEmployee = procedure({
  name: "getEmployee",
  may: "crew_member.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    requireEmployerCompany(ctx, input.company_id);
    const employeeRight = await requireEmployeePermission(ctx, input.user_id, "update");
    if (!hasPermission(ctx.actor.permissions, "crew.read")) throw forbidden(NO_CREWS);
    return {
      ...employeeRight,
      locked_out: employeeRight.waits ? null : await getNewLinkProblem(ctx, employeeRight),
      all_crews: await readAssignableCrews(ctx),
      rights: await readRightsAtCompany(ctx, employeeRight.id),
      may_delete: hasPermission(ctx.actor.permissions, "crew_member.delete"),
    };
  },
});

/** Read an employee for the deletion page. */
export const getEmployeeToDelete = procedure({
  name: "getEmployeeToDelete",
  may: "crew_member.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    requireEmployerCompany(ctx, input.company_id);
    const employeeRight = await requireEmployeePermission(ctx, input.user_id, "delete");
    const admins = employeeRight.crews.find((c) => c.is_primary);
    const stays = admins !== undefined && (await isLastAdmin(ctx, admins.id, employeeRight.id));
    return { ...employeeRight, refused: stays ? LAST_ADMIN_MESSAGE : null };
  },
});

const changes = z.strictObject({
  ...named,
  version: z.number().int(),
  first_name: personNameField("First name").optional(),
  last_name: personNameField("Last name").optional(),
  phone_number: employeePhoneField.optional(),
  email: emailInput.nullable().optional(),
  is_admin: z.boolean().optional(),
  crew_ids: crewIdsField.optional(),
});

/**
 * Change an employee. An admin may change names, phone and email only until the person has chosen a password: after
 * that the account is the person's own, and other companies may use these details.
 */
export const updateEmployee = procedure({
  name: "changeEmployee",
  fresh: true,
  may: "crew_member.update",
  input: changes,
  run: change,
});

/** Change an employee by a form: an unticked checkbox means no, and the fields listed in `contacts` must not be empty. */
export const editEmployee = procedure({
  name: "editEmployee",
  fresh: true,
  may: "crew_member.update",
  input: changes.extend({
    is_admin: z.boolean().default(false),
    crew_ids: crewIdsField.default([]),
    contacts: z.boolean().default(false),
  }),
  run(ctx, { contacts, ...input }) {
    const empty = {
      ...(input.first_name ? {} : { first_name: ["First name is required"] }),
      ...(input.last_name ? {} : { last_name: ["Last name is required"] }),
      ...(input.phone_number ? {} : { phone_number: [PHONE_TOO_SHORT] }),
    };
    if (contacts && Object.keys(empty).length) throw invalid(empty);
    return change(ctx, input);
  },
});

async function change(ctx: Ctx<CompanyActor>, input: z.output<typeof changes>) {
  const me = requireEmployerCompany(ctx, input.company_id);
  const now = await requireEmployee(ctx, input.user_id);
  requirePermission(ctx.actor, "crew_member.update", ADMINS_ONLY);
  await requireAssignablePerson(ctx, now.crews);
  const phone =
    input.phone_number === undefined
      ? now.phone_number
      : normalizeContacts({ ...now, phone_number: input.phone_number }).phone;
  const email =
    input.email === undefined ? now.email : normalizeContacts({ email: input.email, phone_number: "" }).email;
  const result = {
    first_name: input.first_name ?? now.first_name,
    last_name: input.last_name ?? now.last_name,
    phone_number: phone,
    email,
  };
  const differs = (["first_name", "last_name", "phone_number", "email"] as const).filter(
    (f) => result[f] !== now[f],
  );
  if (differs.length && !now.waits)
    throw invalid(
      Object.fromEntries(
        differs.map((f) => [f, [`${now.first_name} has an account and changes this under Profile.`]]),
      ),
    );
  requireVersion(now, input.version, currentOf(now));
  const taken = differs.length ? await readTakenContactErrors(ctx, { email, phone }, now.id) : {};
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
  if (admins) await requireAnotherAdmin(ctx, admins.id, now.id);
  if (differs.length + leaves.length + joins.length === 0)
    return ctx.commit([], { user_id: now.id, version: now.version });
  return ctx.commit(
    [
      updateWithVersion(
        ctx,
        user,
        now,
        differs.length ? result : {},
        differs.length ? isNull(user.password_hash) : undefined,
      ),
      ...choice.steps,
      ...leaves.map((c) => buildLeaveCrewStep(ctx, c, now.id)),
      ...joins.map((id) => buildJoinCrewStep(ctx, me, id, now.id)),
    ],
    { user_id: now.id, version: input.version },
  );
}

const currentOf = (now: Awaited<ReturnType<typeof requireEmployee>>) => ({
  first_name: now.first_name,
  last_name: now.last_name,
  phone_number: now.phone_number,
  email: now.email,
  is_admin: now.is_admin,
  crew_ids: now.crews.filter((c) => !c.is_primary).map((c) => c.id),
  version: now.version,
});

/** Remove a person from every crew of the company. If they never signed in, their phone and email become free again. */
export const deleteEmployee = procedure({
  name: "deleteEmployee",
  fresh: true,
  may: "crew_member.delete",
  input: z.strictObject({ ...named, version: z.number().int() }),
  output: employeeRemovedOutput,
  async run(ctx, input) {
    const me = requireEmployerCompany(ctx, input.company_id);
    const now = await requireEmployeePermission(ctx, input.user_id, "delete");
    requireVersion(now, input.version, currentOf(now));
    const admins = now.crews.find((c) => c.is_primary);
    if (admins) await requireAnotherAdmin(ctx, admins.id, now.id);
    return ctx.commit(
      [
        updateWithVersion(ctx, user, now, { default_company_id: sql`nullif(default_company_id, ${me})` }),
        ...now.crews.map((c) => buildLeaveCrewStep(ctx, c, now.id)),
        buildRevokeInviteLinksStep(ctx, me, now.id),
        allowAnyRows(
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
