import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { crew, crewMember, user } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { toFieldErrors } from "~/web/run-procedure.server";
import { crewIdsField, employeeFields } from "../rules/employee";
import { employeeChangedOutput, employeeCreatedOutput, employeesOutput } from "../rules/output";
import { readCrews, requireEmployerCompany } from "../shared/employee-steps.server";
import { addEmployee, updateEmployee } from "./employees.server";

/** List the acting company's people with their crews, by name. */
export const listEmployees = procedure({
  name: "listEmployees",
  may: "crew_member.read",
  input: z.strictObject({ company_id: z.number().int(), ...pagingParams }),
  output: employeesOutput,
  async run(ctx, { company_id, ...part }) {
    const me = requireEmployerCompany(ctx, company_id);
    const mayRead = ctx.actor.permissions.crew.read;
    const rows = await ctx.read
      .select({
        user: {
          id: user.id,
          first_name: user.first_name,
          last_name: user.last_name,
          email: user.email,
          phone_number: user.phone_number,
          avatar_url: user.avatar_url,
          version: user.version,
        },
        crew: { id: crew.id, name: crew.name, is_primary: crew.is_primary },
      })
      .from(crewMember)
      .innerJoin(crew, and(eq(crew.id, crewMember.crew_id), eq(crew.is_deleted, false)))
      .innerJoin(user, eq(user.id, crewMember.user_id))
      .where(eq(crew.company_id, me))
      .orderBy(user.first_name, user.last_name, user.id, crew.id);
    const people = [...new Map(rows.map((row) => [row.user.id, row.user])).values()];
    const { rows: shown, meta } = slicePage(people, part);
    const employees = shown.map((person) => {
      const crews = rows.filter((row) => row.user.id === person.id).map((row) => row.crew);
      return { user: person, crews: mayRead ? crews : [], is_admin: crews.some((c) => c.is_primary) };
    });
    return { employees, meta };
  },
});

const id = z.number().int();
/** Group the person's fields as the API contract does: under `user`, with the person's `crews` next to it. */
const grouped = (fields: z.ZodRawShape) => ({
  user: z
    .strictObject({ ...fields, phone } as z.ZodRawShape)
    .partial()
    .optional(),
  crews: z
    .array(z.union([id, z.strictObject({ crew_id: id })]))
    .max(50, "Choose at most 50 crews")
    .transform((crews) => crews.map((c) => (typeof c === "number" ? c : c.crew_id)))
    .optional()
    .describe("All crews, including the admins': ids, or objects with a crew_id."),
});
const { is_admin: _asked, work, ...person } = employeeFields;
/** Shorter name of `phone_number` in the API. */
const phone = person.phone_number.optional().describe("The same as phone_number.");
const { email, ...named } = person;
const flatFields = {
  ...z.strictObject(named).partial().shape,
  phone,
  email: email.nullable(),
  is_admin: z.boolean().optional(),
  crew_ids: crewIdsField.optional().describe("Crews other than the admins'."),
};

type Given = Record<string, unknown> & { user?: Record<string, unknown>; crews?: number[] };

/** Flatten grouped input; refuse a field that is sent both grouped and flat. */
async function flattened(ctx: Ctx<CompanyActor>, { user: inner, crews, ...flat }: Given) {
  const twice = Object.keys(inner ?? {}).filter((name) => flat[name] !== undefined);
  if (twice.length)
    throw invalid(Object.fromEntries(twice.map((name) => [name, ["This is in user as well."]])));
  const { phone: short, ...one }: Record<string, unknown> = { ...flat, ...inner };
  if (short !== undefined && one.phone_number !== undefined)
    throw invalid({ phone: ["This is in phone_number as well."] });
  const result = short === undefined ? one : { ...one, phone_number: short };
  if (!crews) return result;
  const primary = (await readCrews(ctx, ctx.actor.company.id)).find((c) => c.is_primary)?.id;
  const is_admin = crews.some((c) => c === primary);
  if (result.crew_ids !== undefined || (result.is_admin !== undefined && result.is_admin !== is_admin))
    throw invalid({ crews: ["Send crews, or crew_ids and is_admin, not both."] });
  return {
    ...result,
    is_admin,
    crew_ids: crews.filter((c) => c !== primary),
  };
}

/** Add an employee from an API call, with the fields flat or grouped under `user` and `crews`. */
export const addEmployeeByApi = procedure({
  name: "addEmployee",
  fresh: true,
  may: "crew_member.create",
  input: z.strictObject({ company_id: id, ...flatFields, work, ...grouped(person) }),
  output: employeeCreatedOutput,
  async run(ctx, input) {
    const { email: mail, ...rest }: Given = await flattened(ctx, input);
    const parsed = addEmployee.input.safeParse({ ...rest, email: mail ?? undefined });
    if (!parsed.success) throw invalid(toFieldErrors(parsed.error));
    return addEmployee.run(ctx, parsed.data);
  },
});

/** Change an employee from an API call, with the fields flat or grouped. */
export const updateEmployeeByApi = procedure({
  name: "updateEmployee",
  fresh: true,
  may: "crew_member.update",
  input: z.strictObject({
    company_id: id,
    user_id: id,
    version: id.optional().describe("The version you read, plus one. Here or in user."),
    ...flatFields,
    ...grouped({ ...person, email: email.nullable(), version: id }),
  }),
  output: employeeChangedOutput,
  async run(ctx, input) {
    const parsed = updateEmployee.input.safeParse(await flattened(ctx, input));
    if (!parsed.success) throw invalid(toFieldErrors(parsed.error));
    return updateEmployee.run(ctx, parsed.data);
  },
});
