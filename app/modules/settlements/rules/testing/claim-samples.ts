import {
  type Claim,
  computeClaims,
  type HaulPrice,
  type PayableLoad,
  type ProductPrice,
  type StoredClaimAmount,
} from "../claims";
import { getServiceName } from "../services";

/** Ids of the companies involved in the sample load. */
const [requester, cutter, hauler, other, owner, mill] = [1, 2, 3, 4, 5, 6];

export { cutter, mill, other, owner, requester };

/** Sample load of 27.412 tons; each test changes the fields it is about. */
const load: PayableLoad = {
  earned_on: "2026-11-02",
  product: "7-125-0",
  job_destination_id: 70,
  company_location_id: 700,
  mill_company_id: mill,
  request_user_company_id: requester,
  cutter_company_id: cutter,
  skidder_company_id: cutter,
  hauler_company_id: hauler,
  scaled_volume: 27_412,
  scaled_wood_unit_type_id: 2,
  net_pounds: null,
  deduction_pounds: null,
  estimated_volume: null,
  estimated_wood_unit_type_id: null,
  log_rule: null,
  miles: 40_000,
  miles_are_estimated: false,
  refuses_conversion: false,
};
const terms = {
  effective_on: "0001-01-01",
  ended_on: null,
  quantity_basis: "scaled",
  may_convert: false,
  minimum_cents: null,
  log_rule: null,
  shares: [],
} as const;
/** Cut rate of $12.50 a ton for the sample load. */
export const sampleCutPrice: ProductPrice = {
  ...terms,
  id: 1,
  type: 1,
  product: load.product,
  paying_company_id: requester,
  receiving_company_id: cutter,
  paying_company_location_id: null,
  wood_unit_type_id: 2,
  rate: 125_000,
};
/** Haul rate of $9.375 a ton for the sample load. */
export const sampleHaulPrice = {
  ...terms,
  fuel: null,
  id: 1,
  job_destination_id: 70,
  paying_company_id: requester,
  receiving_company_id: hauler,
  per: "unit",
  wood_unit_type_id: 2,
  rate: 93_750,
} satisfies HaulPrice;
/** Compute the claims of the sample load with these rates and changed fields. */
export const computeSampleClaims = (
  rates: { products?: ProductPrice[]; hauls?: HaulPrice[] },
  changed: Partial<PayableLoad> = {},
  stated: StoredClaimAmount[] = [],
): Claim[] =>
  computeClaims(
    { ...load, ...changed },
    { products: rates.products ?? [], hauls: rates.hauls ?? [] },
    stated,
  );
/** Summarize each amount owed as its service with its cents, or with the reason it has no amount. */
export const summarizeClaims = (claims: Claim[]) =>
  claims.map((c) => [getServiceName(c.settlement_type_id), c.due_cents ?? c.problem]);
