import { expect, test } from "vitest";
import { pickRoles, ROLE_FLAGS, type RoleFlag } from "~/lib/access/company-roles";
import type { CompanyActor } from "~/web/actor";
import { getListActions } from "./list-actions";

const NOTHING = { works: false, reconcile: false, create: false };
const ALL = { create: true, read: true, update: true, delete: true };
const READ = { create: false, read: true, update: false, delete: false };

function at(roles: RoleFlag[], flags: typeof ALL) {
  const row = Object.fromEntries(ROLE_FLAGS.map((flag) => [flag, roles.includes(flag)]));
  return getListActions({
    company: { roles: pickRoles(row as Record<RoleFlag, boolean>) },
    permissions: { trip_ticket: flags },
  } as CompanyActor);
}

test.each(ROLE_FLAGS)("a read-only crew gets no list actions at a company with the role %s", (role) => {
  expect(at([role], READ)).toEqual(NOTHING);
});

test.each([
  ["is_land_owner", NOTHING],
  ["is_land_manager", { works: true, reconcile: true, create: true }],
  ["is_cutter", { works: true, reconcile: true, create: true }],
  ["is_skidder", { works: true, reconcile: true, create: true }],
  ["is_hauler", { works: true, reconcile: true, create: true }],
  ["is_mill", { works: true, reconcile: true, create: false }],
] as const)("a crew with all flags gets the list actions of a company with the role %s", (role, expected) => {
  expect(at([role], ALL)).toEqual(expected);
});

test("a land owner that also cuts can work with loads", () => {
  expect(at(["is_land_owner", "is_cutter"], ALL).works).toBe(true);
});

test("a crew that may create but not update loads cannot reconcile", () => {
  expect(at(["is_hauler"], { ...READ, create: true })).toEqual({
    works: true,
    reconcile: false,
    create: true,
  });
});
