import { pick, typedKeys } from "~/lib/object/records";
/** Roles of a company, with their labels (docs/domain.md#companies). */
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
export const ROLE_FLAGS = typedKeys(ROLE_LABELS);

export function pickRoles(row: CompanyRoles): CompanyRoles {
  return pick(row, ROLE_FLAGS);
}

export const listRoleNames = (roles: CompanyRoles): string[] =>
  ROLE_FLAGS.filter((flag) => roles[flag]).map((flag) => ROLE_LABELS[flag]);

/** Check whether a company's only role is land owner, so that the company only views other companies' work. */
export const isOnlyLandOwner = (roles: CompanyRoles): boolean =>
  roles.is_land_owner && ROLE_FLAGS.every((flag) => flag === "is_land_owner" || !roles[flag]);
