import { pick, typedKeys } from "~/lib/object/records";
/** A company's roles (docs/domain.md#companies), with their labels. */
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

/** True if a company only reads about the work of others: it owns land, and does none of the work itself. */
export const hasOnlyReadRoles = (roles: CompanyRoles): boolean =>
  roles.is_land_owner && ROLE_FLAGS.every((flag) => flag === "is_land_owner" || !roles[flag]);
