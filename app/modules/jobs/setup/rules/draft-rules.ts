import { typedKeys } from "~/lib/object/records";
import { DEFAULT_UNIT } from "~/lib/units/measures";
import type { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import { DUPLICATE_COMPANY_MESSAGE, ONE_LAND_MANAGER_MESSAGE } from "../../rules/contracts";
import {
  CONTRACT_FIELD_BY_ROLE,
  type CompanyEntry,
  type Draft,
  type DraftContractRole,
  type DraftDestination,
  type DraftFile,
  type DraftMix,
  type DraftProduct,
  formatPlaceKey,
  type HaulRate,
  hasLocation,
  isSameProduct,
  listCompaniesInRole,
  PRODUCT_RATE_TYPE,
  type ProductRate,
} from "./draft";
import { type ContractorRole, type JobLocationMethod, ROLE_FLAG } from "./words";

/**
 * Changes to a draft with their side effects. Each function takes a draft and returns a new one, or a sentence that
 * explains why the change was refused (docs/domain.md#setting-up-a-job).
 */
export const DUPLICATE_DESTINATION = "This destination has already been added to this job.";
export const DUPLICATE_PRODUCT = "This product has already been added to this job.";

export type DraftResult = { draft: Draft } | { refused: string };

const NO_ROLES = {
  is_land_owner: false,
  is_land_owner_authorizee: false,
  is_land_manager: false,
  is_cutter: false,
  is_skidder: false,
  is_hauler: false,
};
const newEntry = (company_id: number): CompanyEntry => ({
  company_id,
  ...NO_ROLES,
  cut_contract_name: "",
  skid_contract_name: "",
  haul_contract_name: "",
  cut_contract_file: null,
  skid_contract_file: null,
  haul_contract_file: null,
});
const hasRole = (entry: CompanyEntry) => typedKeys(NO_ROLES).some((name) => entry[name]);

/** Change the entry of a company, adding it if it's missing; an entry without a role is removed. */
function withEntry(draft: Draft, companyId: number, change: Partial<CompanyEntry>): Draft {
  const there = draft.companies.some((c) => c.company_id === companyId);
  const entries = there ? draft.companies : [...draft.companies, newEntry(companyId)];
  const companies = entries
    .map((c) => (c.company_id === companyId ? { ...c, ...change } : c))
    .filter(hasRole);
  return { ...draft, companies };
}

/**
 * Add a company in a role. The same role twice or a second land manager is refused; several different roles are
 * allowed.
 */
export function addContractor(draft: Draft, role: ContractorRole, companyId: number): DraftResult {
  const there = listCompaniesInRole(draft, role);
  if (there.some((c) => c.company_id === companyId)) return { refused: DUPLICATE_COMPANY_MESSAGE };
  if (role === "land_manager" && there.length > 0) return { refused: ONE_LAND_MANAGER_MESSAGE };
  return { draft: withEntry(draft, companyId, { [ROLE_FLAG[role]]: true }) };
}

/** Remove a company from a role, with its contract and its rates of that role. */
export function removeContractor(draft: Draft, role: ContractorRole, companyId: number): Draft {
  const change: Partial<CompanyEntry> = { [ROLE_FLAG[role]]: false };
  if (role !== "land_manager") Object.assign(change, contractFields(role, "", null));
  const type = { land_manager: 0, cutter: PRODUCT_RATE_TYPE.cut, skidder: PRODUCT_RATE_TYPE.skid, hauler: 0 }[
    role
  ];
  const without = {
    ...withEntry(draft, companyId, change),
    product_rates: draft.product_rates.filter(
      (r) => !(r.receiving_company_id === companyId && r.job_product_rate_type_id === type),
    ),
    haul_rates: draft.haul_rates.filter((r) => role !== "hauler" || r.receiving_company_id !== companyId),
  };
  return leaving(without, companyId);
}

/**
 * Remove rates paid by or to a company that is no longer on the job. The requester's rates and the rates that mills pay
 * are kept.
 */
function leaving(draft: Draft, companyId: number): Draft {
  const stays =
    draft.request_user_company_id === companyId || draft.companies.some((c) => c.company_id === companyId);
  if (stays) return draft;
  const isPaid = (r: ProductRate | HaulRate) =>
    r.receiving_company_id === companyId || r.shares.some((s) => s.company_id === companyId);
  return {
    ...draft,
    product_rates: draft.product_rates.filter(
      (r) =>
        !isPaid(r) &&
        (r.paying_company_id !== companyId || r.job_product_rate_type_id === PRODUCT_RATE_TYPE.mill),
    ),
    haul_rates: draft.haul_rates.filter((r) => !isPaid(r) && r.paying_company_id !== companyId),
  };
}

const contractFields = (
  role: DraftContractRole,
  name: string,
  file: DraftFile | null,
): Partial<CompanyEntry> => ({
  [`${CONTRACT_FIELD_BY_ROLE[role]}_contract_name`]: name,
  [`${CONTRACT_FIELD_BY_ROLE[role]}_contract_file`]: file,
});

/** Set the contract's name and, if there is one, its PDF; `null` if the company doesn't have that role. */
export function setDraftContract(
  draft: Draft,
  role: DraftContractRole,
  companyId: number,
  name: string,
  file: DraftFile | null,
): Draft | null {
  if (!listCompaniesInRole(draft, role).some((c) => c.company_id === companyId)) return null;
  return withEntry(draft, companyId, contractFields(role, name, file));
}

/**
 * Set the land owner or the authorizee. A job has at most one of each, so a new one replaces the old one, and `null`
 * removes it.
 */
export function setOwnerOrAuthorizee(
  draft: Draft,
  role: "is_land_owner" | "is_land_owner_authorizee",
  companyId: number | null,
): Draft {
  const before = draft.companies.filter((c) => c[role] && c.company_id !== companyId);
  let now = draft;
  for (const { company_id } of before) {
    now = withEntry(now, company_id, { [role]: false });
    if (role === "is_land_owner")
      now = {
        ...now,
        product_rates: now.product_rates.filter(
          (r) =>
            !(
              r.receiving_company_id === company_id &&
              r.job_product_rate_type_id === PRODUCT_RATE_TYPE.stumpage
            ),
        ),
      };
    now = leaving(now, company_id);
  }
  return companyId === null ? now : withEntry(now, companyId, { [role]: true });
}

/**
 * Set the company that requests the job. A land manager company becomes the job's land manager. Everything that
 * depended on the previous requester is removed: its role as land manager, its destinations and land owner, and all
 * rates.
 */
export function setRequester(draft: Draft, company: { id: number; is_land_manager: boolean }): Draft {
  const before = draft.request_user_company_id;
  if (before === company.id) return draft;
  let now: Draft = { ...draft, request_user_company_id: company.id };
  if (before !== null) {
    now = { ...now, destinations: [], product_rates: [], haul_rates: [] };
    now = setOwnerOrAuthorizee(removeContractor(now, "land_manager", before), "is_land_owner", null);
  }
  if (!company.is_land_manager || listCompaniesInRole(now, "land_manager").length) return now;
  return withEntry(now, company.id, { is_land_manager: true });
}

/** Change the location method, which clears coordinates and shapes; the plan map stays. */
export function setLocationMethod(draft: Draft, method: JobLocationMethod): Draft {
  if (draft.location_method === method) return draft;
  return { ...draft, location_method: method, latitude: null, longitude: null, geom: null };
}

/** Check whether changing to this method needs confirmation, because location data would be lost. */
export const needsMethodConfirmation = (draft: Draft, method: JobLocationMethod): boolean =>
  draft.location_method !== method && hasLocation(draft);

const mixOf = (p: DraftProduct, is_accepted: boolean, unit = p.wood_unit_type_id): DraftMix => ({
  ...p,
  wood_unit_type_id: unit,
  is_accepted,
});

/** Add a product, which is accepted at every existing destination. */
export function addProduct(draft: Draft, product: DraftProduct): DraftResult {
  if (draft.products.some((p) => isSameProduct(p, product))) return { refused: DUPLICATE_PRODUCT };
  return {
    draft: {
      ...draft,
      products: [...draft.products, product],
      destinations: draft.destinations.map((d) => ({
        ...d,
        product_mixes: [...d.product_mixes.filter((m) => !isSameProduct(m, product)), mixOf(product, true)],
      })),
    },
  };
}

export function removeProduct(draft: Draft, product: Parameters<typeof formatProductKey>[0]): Draft {
  const other = (p: Parameters<typeof formatProductKey>[0]) => !isSameProduct(p, product);
  return {
    ...draft,
    products: draft.products.filter(other),
    destinations: draft.destinations.map((d) => ({ ...d, product_mixes: d.product_mixes.filter(other) })),
    product_rates: draft.product_rates.filter(other),
  };
}

/** Add a destination, which lists every product as not accepted, in tons. */
export function addDestination(
  draft: Draft,
  added: Pick<DraftDestination, "company_destination_id" | "company_location_id" | "name">,
): DraftResult {
  if (draft.destinations.some((d) => formatPlaceKey(d) === formatPlaceKey(added)))
    return { refused: DUPLICATE_DESTINATION };
  const created: DraftDestination = {
    ...added,
    mileage: null,
    company_certification_ids: [],
    is_mixed: false,
    product_mixes: draft.products.map((p) => mixOf(p, false, DEFAULT_UNIT)),
  };
  return { draft: { ...draft, destinations: [...draft.destinations, created] } };
}

export function removeDestination(draft: Draft, key: string): Draft {
  const gone = draft.destinations.find((d) => formatPlaceKey(d) === key);
  if (!gone) return draft;
  return {
    ...draft,
    destinations: draft.destinations.filter((d) => d !== gone),
    haul_rates: draft.haul_rates.filter((r) => formatPlaceKey(r) !== key),
    product_rates: draft.product_rates.filter(
      (r) =>
        r.paying_company_location_id === null || r.paying_company_location_id !== gone.company_location_id,
    ),
  };
}
