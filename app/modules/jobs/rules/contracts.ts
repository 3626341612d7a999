/** Roles that have their own contract on a job, with their columns. */
export const CONTRACTS = [
  {
    role: "cut",
    flag: "is_cutter",
    label: "Cutting",
    name: "cut_contract_name",
    file: "cut_contract_file_id",
  },
  {
    role: "skid",
    flag: "is_skidder",
    label: "Skidding",
    name: "skid_contract_name",
    file: "skid_contract_file_id",
  },
  {
    role: "haul",
    flag: "is_hauler",
    label: "Hauling",
    name: "haul_contract_name",
    file: "haul_contract_file_id",
  },
] as const;
export type ContractRole = (typeof CONTRACTS)[number]["role"];
export const CONTRACT_ROLES = CONTRACTS.map((c) => c.role);

export type JobCompanyRoles = {
  is_land_owner: boolean;
  is_land_owner_authorizee: boolean;
  is_land_manager: boolean;
  is_cutter: boolean;
  is_skidder: boolean;
  is_hauler: boolean;
};

/** Roles on a job, in the order in which contractors are requested (docs/domain.md#setting-up-a-job). */
export const JOB_ROLES = [
  { flag: "is_land_manager", label: "Land manager" },
  { flag: "is_cutter", label: "Cutter" },
  { flag: "is_skidder", label: "Skidder/forwarder" },
  { flag: "is_hauler", label: "Hauler" },
  { flag: "is_land_owner", label: "Land owner" },
  { flag: "is_land_owner_authorizee", label: "Consulting forester" },
] as const satisfies { flag: keyof JobCompanyRoles; label: string }[];
export const JOB_ROLE_FLAGS = JOB_ROLES.map((r) => r.flag);

/** "Cutter, Skidder/forwarder". */
export const formatRoles = (place: JobCompanyRoles): string =>
  JOB_ROLES.filter(({ flag }) => place[flag])
    .map(({ label }) => label)
    .join(", ");

/**
 * Check whether a contract changed after it was accepted and must be accepted again; work continues
 * (docs/domain.md#invitations).
 */
export const needsReacceptance = (place: {
  accepted_at: string | null;
  contract_changed_at: string | null;
}): boolean =>
  place.accepted_at !== null &&
  place.contract_changed_at !== null &&
  place.contract_changed_at > place.accepted_at;

/** Time in milliseconds for which the job's page, and the inviters' home page, list a company that declined. */
export const DECLINED_LIST_MS = 14 * 86_400_000;

export const DUPLICATE_COMPANY_MESSAGE =
  "This company has already been added to the job as a cutter, skidder/forwarder, hauler or land manager.";
export const ONE_LAND_MANAGER_MESSAGE = "Only one land manager is allowed.";
