import { may, type Permission } from "~/domain/access/crew-permissions";
import type { ActingUser, Actor } from "./actor";
import { forbidden } from "./refusal";

/**
 * The acting person, who must be in the company's primary crew; keys have its flags but aren't people (decisions,
 * section 3).
 */
export function adminOf(actor: Actor, why: string): ActingUser {
  if (!actor.permissions.is_primary || !actor.user) throw forbidden(why);
  return actor.user;
}

/** The person who acts with what admins hold and may hand to a crew; keys are not people and are refused. */
export function personWith(actor: Actor, permission: Permission, why: string): ActingUser {
  if (!may(actor.permissions, permission) || !actor.user) throw forbidden(why);
  return actor.user;
}
