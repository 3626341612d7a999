import { arePermissionsWithin } from "~/lib/access/crew-permissions";
import type { CompanyActor } from "~/web/actor";
import { readCrewPermissions } from "~/web/actor.server";
import type { Ctx } from "~/web/procedure";
import { forbidden } from "~/web/refusal";
import { readCrews } from "../shared/employee-steps.server";

export const CREW_EXCEEDS_PERMISSIONS =
  "This crew has permissions you don't have. Ask an admin of your company.";
const BEYOND_PERSON = "This person has permissions you don't have. Ask an admin of your company.";

/**
 * Return the crews that the acting person may add people to and remove people from: all for an admin; for others the
 * crews with no permission that the acting person lacks. So nobody grants a permission they lack, and only admins fill
 * the admin crew.
 */
export async function readAssignableCrews(ctx: Ctx<CompanyActor>) {
  const all = await readCrews(ctx, ctx.actor.company.id);
  const mine = ctx.actor.permissions;
  if (mine.is_primary) return all;
  const flags = await readCrewPermissions(ctx.read, all);
  return all.filter((c) => {
    const theirs = flags.get(c.id);
    return theirs !== undefined && arePermissionsWithin(theirs, mine);
  });
}

/** Refuse to change a person in a crew that has more permissions than the acting person. */
export async function requireAssignablePerson(ctx: Ctx<CompanyActor>, crews: readonly { id: number }[]) {
  const open = await readAssignableCrews(ctx);
  if (!crews.every((c) => open.some((o) => o.id === c.id))) throw forbidden(BEYOND_PERSON);
}

/** Refuse to put someone into a crew that has more permissions than the acting person. */
export async function requireAssignableCrews(ctx: Ctx<CompanyActor>, ids: readonly number[]) {
  const open = await readAssignableCrews(ctx);
  if (!ids.every((id) => open.some((o) => o.id === id))) throw forbidden(CREW_EXCEEDS_PERMISSIONS);
}
