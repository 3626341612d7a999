import { hasOnlyReadRoles } from "~/lib/access/company-roles";
import type { CompanyActor } from "~/web/actor";

/** Actions that the ticket list offers above and below its rows. */
export type ListActions = {
  /** Select tickets to change, assign, move or print in bulk, and export them as a file. */
  works: boolean;
  /** Reconcile a mill's statement with the loads, which changes them. */
  reconcile: boolean;
  create: boolean;
};

/**
 * Decide the list's buttons by the company's roles and the crew's flags. Read-only users get no actions; each procedure
 * checks again, so this only avoids buttons that would be refused.
 */
export function getListActions({ company, permissions }: CompanyActor): ListActions {
  const { create, update, delete: remove } = permissions.trip_ticket;
  const { roles } = company;
  const makesLoads = roles.is_land_manager || roles.is_cutter || roles.is_skidder || roles.is_hauler;
  const works = !hasOnlyReadRoles(roles) && (create || update || remove);
  return { works, reconcile: works && update, create: create && makesLoads };
}
