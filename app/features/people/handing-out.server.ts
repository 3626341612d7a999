import { isWithinRights } from "~/domain/access/crew-permissions";
import type { CompanyActor } from "~/web/actor";
import { permissionsByCrew } from "~/web/actor.server";
import type { Ctx } from "~/web/procedure";
import { forbidden } from "~/web/refusal";
import { crewsOf } from "./employee-steps.server";

export const BEYOND = "This crew has permissions you don't have. Ask an admin of your company.";
const BEYOND_PERSON = "This person has permissions you don't have. Ask an admin of your company.";

/**
 * The crews that the acting person may put people into and take them out of: an admin all of them, others those that
 * may do nothing which they may not do themselves. So nobody gives a right that they lack, and the admins stay apart.
 */
export async function crewsToFill(ctx: Ctx<CompanyActor>) {
  const all = await crewsOf(ctx, ctx.actor.company.id);
  const mine = ctx.actor.permissions;
  if (mine.is_primary) return all;
  const flags = await permissionsByCrew(ctx.read, all);
  return all.filter((c) => {
    const theirs = flags.get(c.id);
    return theirs !== undefined && isWithinRights(theirs, mine);
  });
}

/** Refuse to change a person who is in a crew that may do more than the acting person. */
export async function checkPerson(ctx: Ctx<CompanyActor>, crews: readonly { id: number }[]) {
  const open = await crewsToFill(ctx);
  if (!crews.every((c) => open.some((o) => o.id === c.id))) throw forbidden(BEYOND_PERSON);
}

/** Refuse to put someone into a crew that may do more than the acting person. */
export async function checkCrews(ctx: Ctx<CompanyActor>, ids: readonly number[]) {
  const open = await crewsToFill(ctx);
  if (!ids.every((id) => open.some((o) => o.id === id))) throw forbidden(BEYOND);
}
