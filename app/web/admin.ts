import { hasPermission, type Permission } from "~/lib/access/crew-permissions";
import type { ActingUser, Actor } from "./actor";
import { forbidden } from "./refusal";

/**
 * Return the acting user, who must be in the company's primary crew; keys have its flags but aren't people
 * (docs/domain.md#crew-permissions).
 */
export function requireAdmin(actor: Actor, why: string): ActingUser {
  if (!actor.permissions.is_primary || !actor.user) throw forbidden(why);
  return actor.user;
}

/** Return the user with a permission that admins have and can grant to a crew; keys are not people and are refused. */
export function requirePermission(actor: Actor, permission: Permission, why: string): ActingUser {
  if (!hasPermission(actor.permissions, permission) || !actor.user) throw forbidden(why);
  return actor.user;
}
