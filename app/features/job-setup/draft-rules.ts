import { DUPLICATE, ONE_LAND_MANAGER } from "~/core/jobs/contracts";
import { productKey } from "~/core/tickets/defaults";
import { DEFAULT_UNIT } from "~/domain/measures/measures";
import { keysOf } from "~/domain/records/records";
import {
  CONTRACT_OF,
  type CompanyEntry,
  type Draft,
  type DraftContractRole,
  type DraftDestination,
  type DraftFile,
  type DraftMix,
  type DraftProduct,
  type HaulRate,
  hasPlace,
  inRole,
  type ProductRate,
  placeKey,
  RATE_TYPE,
  sameProduct,
} from "./draft";
import { splitFits } from "./rates";
import { type ContractorRole, type MethodChoice, ROLE_FLAG } from "./words";

/**
 * What one change of a draft brings with it (spec 1, sections 4 and 5; decisions, section 6). Each takes a draft and
 * gives another one, or the sentence that says why not.
 */
export const DUPLICATE_DESTINATION = "This destination has already been added to this job.";
export const DUPLICATE_PRODUCT = "This product has already been added to this job.";

export type Ruled = { draft: Draft } | { refused: string };

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
const hasRole = (entry: CompanyEntry) => keysOf(NO_ROLES).some((name) => entry[name]);

/** Change the entry of a company, adding it if it's missing; an entry without a role is removed. */
function withEntry(draft: Draft, companyId: number, change: Partial<CompanyEntry>): Draft {
  const there = draft.companies.some((c) => c.company_id === companyId);
  const entries = there ? draft.companies : [...draft.companies, newEntry(companyId)];
  const companies = entries
    .map((c) => (c.company_id === companyId ? { ...c, ...change } : c))
    .filter(hasRole);
  return { ...draft, companies };
}

/** A company in a role; the same role twice or a second land manager is refused, several roles are normal. */
export function addContractor(draft: Draft, role: ContractorRole, companyId: number): Ruled {
  const there = inRole(draft, role);
  if (there.some((c) => c.company_id === companyId)) return { refused: DUPLICATE };
  if (role === "land_manager" && there.length > 0) return { refused: ONE_LAND_MANAGER };
  return { draft: withEntry(draft, companyId, { [ROLE_FLAG[role]]: true }) };
}

/** Takes a company out of a role, with its contract and its rates of that role. */
export function removeContractor(draft: Draft, role: ContractorRole, companyId: number): Draft {
  const change: Partial<CompanyEntry> = { [ROLE_FLAG[role]]: false };
  if (role !== "land_manager") Object.assign(change, contractFields(role, "", null));
  const type = { land_manager: 0, cutter: RATE_TYPE.cut, skidder: RATE_TYPE.skid, hauler: 0 }[role];
  const without = {
    ...withEntry(draft, companyId, change),
    product_rates: draft.product_rates.filter(
      (r) => !(r.receiving_company_id === companyId && r.job_product_rate_type_id === type),
    ),
    haul_rates: draft.haul_rates.filter((r) => role !== "hauler" || r.receiving_company_id !== companyId),
  };
  return leaving(without, companyId);
}

/** A company that is no longer on the job neither pays nor is paid there. The requester and mills stay parties. */
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
        !isPaid(r) && (r.paying_company_id !== companyId || r.job_product_rate_type_id === RATE_TYPE.mill),
    ),
    haul_rates: draft.haul_rates.filter((r) => !isPaid(r) && r.paying_company_id !== companyId),
  };
}

const contractFields = (
  role: DraftContractRole,
  name: string,
  file: DraftFile | null,
): Partial<CompanyEntry> => ({
  [`${CONTRACT_OF[role]}_contract_name`]: name,
  [`${CONTRACT_OF[role]}_contract_file`]: file,
});

/** The contract's name and, where there is one, its PDF; `null` where the company has not that role. */
export function setDraftContract(
  draft: Draft,
  role: DraftContractRole,
  companyId: number,
  name: string,
  file: DraftFile | null,
): Draft | null {
  if (!inRole(draft, role).some((c) => c.company_id === companyId)) return null;
  return withEntry(draft, companyId, contractFields(role, name, file));
}

/** One land owner and one authorizee at most; another one takes the place of the first. `null` takes it away. */
export function setOwnerSide(
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
            !(r.receiving_company_id === company_id && r.job_product_rate_type_id === RATE_TYPE.stumpage),
        ),
      };
    now = leaving(now, company_id);
  }
  return companyId === null ? now : withEntry(now, companyId, { [role]: true });
}

/**
 * The company that the job is made for. A land manager who requests is prefilled as the land manager; everything that
 * depended on the previous requester (its place as land manager, its destinations and land owner, all rates) is
 * removed.
 */
export function setRequester(draft: Draft, company: { id: number; is_land_manager: boolean }): Draft {
  const before = draft.request_user_company_id;
  if (before === company.id) return draft;
  let now: Draft = { ...draft, request_user_company_id: company.id };
  if (before !== null) {
    now = { ...now, destinations: [], product_rates: [], haul_rates: [] };
    now = setOwnerSide(removeContractor(now, "land_manager", before), "is_land_owner", null);
  }
  if (!company.is_land_manager || inRole(now, "land_manager").length) return now;
  return withEntry(now, company.id, { is_land_manager: true });
}

/** Another way to say where the job is clears coordinates and shapes; the plan map stays. */
export function setMethod(draft: Draft, method: MethodChoice): Draft {
  if (draft.location_method === method) return draft;
  return { ...draft, location_method: method, latitude: null, longitude: null, geom: null };
}

/** Whether changing to this method asks first: only where something would be lost. */
export const methodNeedsConfirm = (draft: Draft, method: MethodChoice): boolean =>
  draft.location_method !== method && hasPlace(draft);

const mixOf = (p: DraftProduct, is_accepted: boolean, unit = p.wood_unit_type_id): DraftMix => ({
  ...p,
  wood_unit_type_id: unit,
  is_accepted,
});

/** A product, with an accepted entry in every destination's mix. */
export function addProduct(draft: Draft, product: DraftProduct): Ruled {
  if (draft.products.some((p) => sameProduct(p, product))) return { refused: DUPLICATE_PRODUCT };
  return {
    draft: {
      ...draft,
      products: [...draft.products, product],
      destinations: draft.destinations.map((d) => ({
        ...d,
        product_mixes: [...d.product_mixes.filter((m) => !sameProduct(m, product)), mixOf(product, true)],
      })),
    },
  };
}

/** Without a product there are neither its mixes nor its rates. */
export function removeProduct(draft: Draft, product: Parameters<typeof productKey>[0]): Draft {
  const other = (p: Parameters<typeof productKey>[0]) => !sameProduct(p, product);
  return {
    ...draft,
    products: draft.products.filter(other),
    destinations: draft.destinations.map((d) => ({ ...d, product_mixes: d.product_mixes.filter(other) })),
    product_rates: draft.product_rates.filter(other),
  };
}

/** A destination that is added later has an entry for each product, not accepted, in tons. */
export function addDestination(
  draft: Draft,
  added: Pick<DraftDestination, "company_destination_id" | "company_location_id" | "name">,
): Ruled {
  if (draft.destinations.some((d) => placeKey(d) === placeKey(added)))
    return { refused: DUPLICATE_DESTINATION };
  const made: DraftDestination = {
    ...added,
    mileage: null,
    company_certification_ids: [],
    is_mixed: false,
    product_mixes: draft.products.map((p) => mixOf(p, false, DEFAULT_UNIT)),
  };
  return { draft: { ...draft, destinations: [...draft.destinations, made] } };
}

/** Without a destination, its haul rates and what it pays are removed too. */
export function removeDestination(draft: Draft, key: string): Draft {
  const gone = draft.destinations.find((d) => placeKey(d) === key);
  if (!gone) return draft;
  return {
    ...draft,
    destinations: draft.destinations.filter((d) => d !== gone),
    haul_rates: draft.haul_rates.filter((r) => placeKey(r) !== key),
    product_rates: draft.product_rates.filter(
      (r) =>
        r.paying_company_location_id === null || r.paying_company_location_id !== gone.company_location_id,
    ),
  };
}

export type MixChoice = { destination: string; product: string; is_accepted: boolean; unit: number };

/** The sort sheet as a form has it; what it does not name stays. */
export function setMixes(draft: Draft, choices: readonly MixChoice[]): Draft {
  const chosen = new Map(choices.map((c) => [`${c.destination} ${c.product}`, c]));
  return {
    ...draft,
    destinations: draft.destinations.map((d) => ({
      ...d,
      product_mixes: d.product_mixes.map((m) => {
        const choice = chosen.get(`${placeKey(d)} ${productKey(m)}`);
        return choice ? { ...m, is_accepted: choice.is_accepted, wood_unit_type_id: choice.unit } : m;
      }),
    })),
  };
}

type Unset<R extends { rate: number }> = Omit<R, "rate"> & { rate: number | null };

/** All rates as a form has them; a rate of zero is unset, as an empty one is. */
export const setRates = (
  draft: Draft,
  product_rates: readonly Unset<ProductRate>[],
  haul_rates: readonly Unset<HaulRate>[],
): Draft => ({ ...draft, product_rates: set(product_rates), haul_rates: set(haul_rates) });

const set = <R extends { rate: number | null }>(rates: readonly R[]) =>
  rates.filter((r): r is R & { rate: number } => r.rate !== null && r.rate > 0);

/** Another job's products, destinations and mixes in place of these, without its rates; rates that still fit stay. */
export function copySortSheet(draft: Draft, from: Pick<Draft, "products" | "destinations">): Draft {
  const places = new Set(from.destinations.map(placeKey));
  return {
    ...draft,
    products: from.products,
    destinations: from.destinations,
    product_rates: draft.product_rates.filter((r) => from.products.some((p) => sameProduct(p, r))),
    haul_rates: draft.haul_rates.filter((r) => places.has(placeKey(r))),
  };
}

/** Of another job's rates those whose product, destination and parties this one has too, all that share in it among them. */
export function copyRates(
  draft: Draft,
  from: Pick<Draft, "product_rates" | "haul_rates">,
  parties: ReadonlySet<number>,
): Draft {
  const known = (r: ProductRate | HaulRate) =>
    parties.has(r.receiving_company_id) && parties.has(r.paying_company_id) && splitFits(parties, r);
  const places = new Set(draft.destinations.map(placeKey));
  return {
    ...draft,
    product_rates: from.product_rates.filter(
      (r) => known(r) && draft.products.some((p) => sameProduct(p, r)),
    ),
    haul_rates: from.haul_rates.filter((r) => known(r) && places.has(placeKey(r))),
  };
}
