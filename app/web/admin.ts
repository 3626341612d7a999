import { hasPermission, type Permission } from "~/lib/access/crew-permissions";
import type { ActingUser, Actor } from "./actor";
import { forbidden } from "./refusal";

/**
 * Return the acting user, who must be in the company's primary crew. API keys have that crew's flags but are refused,
 * because they aren't people (docs/domain.md#crew-permissions).
 */
export function requireAdmin(actor: Actor, why: string): ActingUser {
  if (!actor.permissions.is_primary || !actor.user) throw forbidden(why);
  return actor.user;
}

/**
 * Return the acting user, who must have a permission that admins have and can grant to crews. API keys are refused,
 * because they aren't people.
 */
export function requirePermission(actor: Actor, permission: Permission, why: string): ActingUser {
  if (!hasPermission(actor.permissions, permission) || !actor.user) throw forbidden(why);
  return actor.user;
}
