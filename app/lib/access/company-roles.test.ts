import { expect, test } from "vitest";
import { listRoleNames, pickRoles, ROLE_FLAGS, ROLE_LABELS } from "./company-roles";

const nothing = {
  is_land_owner: false,
  is_land_manager: false,
  is_cutter: false,
  is_skidder: false,
  is_hauler: false,
  is_mill: false,
};

test("labels the six roles with the trade's names", () => {
  expect(ROLE_LABELS).toEqual({
    is_land_owner: "Land owner",
    is_land_manager: "Land manager",
    is_cutter: "Logger/Cutter",
    is_skidder: "Skidder/Forwarder",
    is_hauler: "Hauler",
    is_mill: "Mill",
  });
});

test("lists a company's roles in a fixed order and picks only the role flags", () => {
  const row = { ...nothing, is_hauler: true, is_cutter: true, name: "Larsen Logging" };
  expect(listRoleNames(row)).toEqual(["Logger/Cutter", "Hauler"]);
  expect(pickRoles(row)).toEqual({ ...nothing, is_hauler: true, is_cutter: true });
  expect(listRoleNames(nothing)).toEqual([]);
  for (const flag of ROLE_FLAGS)
    expect(listRoleNames({ ...nothing, [flag]: true })).toEqual([ROLE_LABELS[flag]]);
});
