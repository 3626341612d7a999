import { onlyReads } from "~/domain/access/company-roles";
import type { CompanyActor } from "~/web/actor";

/** What the list of tickets offers above and below its rows. */
export type ListActions = {
  /** Picking tickets, to change, assign, move or print many at once, and taking them out as a file. */
  works: boolean;
  /** Holding a mill's statement against the loads, which changes them. */
  reconcile: boolean;
  create: boolean;
};

/**
 * Decide the list's buttons by the company's roles and the crew's flags. Someone who only reads is offered nothing to
 * work with; each procedure asks again, so these only spare a button that ends in a refusal.
 */
export function listActions({ company, permissions }: CompanyActor): ListActions {
  const { create, update, delete: remove } = permissions.trip_ticket;
  const { roles } = company;
  const makesLoads = roles.is_land_manager || roles.is_cutter || roles.is_skidder || roles.is_hauler;
  const works = !onlyReads(roles) && (create || update || remove);
  return { works, reconcile: works && update, create: create && makesLoads };
}
