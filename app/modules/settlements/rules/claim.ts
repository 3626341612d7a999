import type { Cents, RateHundredths } from "~/lib/money/money";
import type { FuelTerms } from "~/modules/fuel/rules/surcharge";
import type { DatedRate } from "./in-force";
import type { MeasuredLoad, QuantityProblem, QuantitySource, QuantityTerms, RateUnit } from "./quantity";
import type { ProductRateType, Service } from "./services";
import type { Share } from "./shares";

/** Fields of a completed load from which its pay is computed. */
export type PayableLoad = MeasuredLoad & {
  /** Day the load's pay was earned, in the time zone of the job's state. */
  earned_on: string;
  /** Type, species and group, as `formatProductKey` writes them. */
  product: string;
  job_destination_id: number;
  /** Place the load was delivered to, and the company that owns that place. */
  company_location_id: number | null;
  mill_company_id: number | null;
  /** Company that requested the job, and so manages its rates. */
  request_user_company_id: number;
  /** Companies that cut, skidded and hauled the load; the contractor if a crew worked on behalf of one. */
  cutter_company_id: number | null;
  skidder_company_id: number | null;
  hauler_company_id: number | null;
};

/** Fields shared by product and haul rates. */
type Price = DatedRate &
  QuantityTerms & {
    id: number;
    paying_company_id: number;
    receiving_company_id: number;
    rate: RateHundredths;
    /** Minimum pay for a load. */
    minimum_cents: Cents | null;
    /** Receivers that split the pay; empty if `receiving_company_id` gets all of it. */
    shares: readonly Share[];
  };

/** Price for a product, either at one of the payer's places or for any destination. */
export type ProductPrice = Price & {
  type: ProductRateType;
  product: string;
  paying_company_location_id: number | null;
  wood_unit_type_id: number;
};

/** Price for hauling to a destination, possibly with a diesel surcharge. */
export type HaulPrice = Price & { job_destination_id: number; fuel: FuelTerms | null } & RateUnit;

/** All rates of a job, for all days. */
export type JobPrices = { products: readonly ProductPrice[]; hauls: readonly HaulPrice[] };

export type ClaimProblem =
  | QuantityProblem
  | "two_receivers"
  | "no_rate"
  | "no_fuel_price"
  | "paid_to_other"
  | "too_much";

/** Key of a claim: one claim exists for each load, service, payer, receiver and share. */
export type ClaimKey = {
  settlement_type_id: Service;
  paying_company_id: number;
  receiving_company_id: number;
  /** Number of the share: 0 if the rate isn't split, otherwise 1 and up. */
  share_no: number;
};

/** Amount that one company owes another for one service on one load, or the reason it can't be computed. */
export type Claim = ClaimKey & {
  rate_table: "product" | "haul" | "fuel" | null;
  rate_id: number | null;
  /** Rate in 1/100 cent; for pay by percent, in 1/10,000 percent. */
  rate: RateHundredths | null;
  per: RateUnit["per"] | "percent" | null;
  wood_unit_type_id: number | null;
  quantity: number | null;
  quantity_from: QuantitySource | null;
  /** Price of a gallon of diesel, if this claim is a fuel surcharge. */
  fuel_mills: number | null;
  due_cents: Cents | null;
  problem: ClaimProblem | null;
};

/** Stored amount owed, with the part that is on statements. */
export type StoredClaimAmount = Omit<ClaimKey, "settlement_type_id"> & {
  settlement_type_id: number;
  posted_cents: Cents;
  /**
   * True if some lines of the claim are on a draft. A draft may be discarded, so a line that only a draft reverses
   * doesn't count as reversed yet.
   */
  on_draft?: boolean;
};

/** Maximum amount of a claim; anything above it is a mistake somewhere. */
export const MAX_CLAIM_CENTS: Cents = 1_000_000_000;

/** Rate that applies to a load, and the service it pays for. */
export type ApplicableRate = Price & {
  service: Service;
  table: "product" | "haul";
  counts: RateUnit;
  fuel: FuelTerms | null;
};

/** Amount owed before it is split between payees, without payer and payee. */
export type UnsplitClaim = Omit<Claim, "paying_company_id" | "receiving_company_id" | "share_no">;
