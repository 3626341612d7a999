import { isOnlyLandOwner } from "~/lib/access/company-roles";
import type { CompanyActor } from "~/web/actor";

/** Actions offered above and below the rows of the ticket list. */
export type ListActions = {
  /** Select tickets to change, assign, move or print in bulk, and export them as a file. */
  works: boolean;
  /** Match a mill's statement with loads, which changes the loads. */
  reconcile: boolean;
  create: boolean;
};

/**
 * Return the list's actions for the company's roles and the crew's flags. Read-only users get none. Each procedure
 * checks permissions again, so this only hides buttons that would be refused.
 */
export function getListActions({ company, permissions }: CompanyActor): ListActions {
  const { create, update, delete: remove } = permissions.trip_ticket;
  const { roles } = company;
  const makesLoads = roles.is_land_manager || roles.is_cutter || roles.is_skidder || roles.is_hauler;
  const works = !isOnlyLandOwner(roles) && (create || update || remove);
  return { works, reconcile: works && update, create: create && makesLoads };
}
