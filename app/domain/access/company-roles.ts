import { keysOf, picked } from "~/domain/records/records";
/** A company's roles (spec 2, section 6), with their labels. */
export const ROLE_LABELS = {
  is_land_owner: "Land owner",
  is_land_manager: "Land manager",
  is_cutter: "Logger/Cutter",
  is_skidder: "Skidder/Forwarder",
  is_hauler: "Hauler",
  is_mill: "Mill",
} as const;

export type RoleFlag = keyof typeof ROLE_LABELS;
export type CompanyRoles = Record<RoleFlag, boolean>;
export const ROLE_FLAGS = keysOf(ROLE_LABELS);

export function rolesOf(row: CompanyRoles): CompanyRoles {
  return picked(row, ROLE_FLAGS);
}

export const roleNames = (roles: CompanyRoles): string[] =>
  ROLE_FLAGS.filter((flag) => roles[flag]).map((flag) => ROLE_LABELS[flag]);

/** Whether a company only reads of the work of others: it owns land, and does none of the work itself. */
export const onlyReads = (roles: CompanyRoles): boolean =>
  roles.is_land_owner && ROLE_FLAGS.every((flag) => flag === "is_land_owner" || !roles[flag]);
