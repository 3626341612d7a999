import type { FuelTerms } from "~/domain/fuel/surcharge";
import type { Cents, RateHundredths } from "~/domain/money/money";
import type { Held } from "./in-force";
import type { Counting, MeasuredLoad, Per, QuantityProblem, QuantitySource } from "./quantity";
import type { ProductRateType, Service } from "./services";
import type { Share } from "./shares";

/** A completed load, as far as money depends on it. */
export type PaidLoad = MeasuredLoad & {
  /** The day it was earned, in the zone of the job's state. */
  earned_on: string;
  /** Type, species and group, as `productKey` writes them. */
  product: string;
  job_destination_id: number;
  /** The place that it was brought to, and the company whose place that is. */
  company_location_id: number | null;
  mill_company_id: number | null;
  /** Who requested the job, and so keeps its rates. */
  request_user_company_id: number;
  /** Who cut, skidded, and hauled it; the contractor, where a crew worked on behalf of one. */
  cutter_company_id: number | null;
  skidder_company_id: number | null;
  hauler_company_id: number | null;
};

/** What the rates of products and of hauls have in common. */
type Price = Held &
  Counting & {
    id: number;
    paying_company_id: number;
    receiving_company_id: number;
    rate: RateHundredths;
    /** What a load pays at least. */
    minimum_cents: Cents | null;
    /** How it is split between several receivers; none where its receiver gets all. */
    shares: readonly Share[];
  };

/** A price for a product: at one place of the payer's, or wherever the wood goes. */
export type ProductPrice = Price & {
  type: ProductRateType;
  product: string;
  paying_company_location_id: number | null;
  wood_unit_type_id: number;
};

/** A price for hauling to a destination, perhaps with a surcharge for diesel. */
export type HaulPrice = Price & { job_destination_id: number; fuel: FuelTerms | null } & Per;

/** The rates of a job, of all days. */
export type Prices = { products: readonly ProductPrice[]; hauls: readonly HaulPrice[] };

export type Problem =
  | QuantityProblem
  | "two_receivers"
  | "no_rate"
  | "no_fuel_price"
  | "paid_to_other"
  | "too_much";

/** Which claim: there is one for each load, service, payer, receiver and share. */
export type ClaimKey = {
  settlement_type_id: Service;
  paying_company_id: number;
  receiving_company_id: number;
  /** 0, or 1 and up where a rate is split. */
  share_no: number;
};

/** What one company owes another for one service on one load, or why that cannot be said. */
export type Claim = ClaimKey & {
  rate_table: "product" | "haul" | "fuel" | null;
  rate_id: number | null;
  /** In 1/100 cent; of what is paid by the percent in 1/10,000 percent. */
  rate: RateHundredths | null;
  per: Per["per"] | "percent" | null;
  wood_unit_type_id: number | null;
  quantity: number | null;
  quantity_from: QuantitySource | null;
  /** What a gallon of diesel cost, where this is the surcharge for it. */
  fuel_mills: number | null;
  due_cents: Cents | null;
  problem: Problem | null;
};

/** A claim that is there already, with what of it stands on statements. */
export type StatedClaim = Omit<ClaimKey, "settlement_type_id"> & {
  settlement_type_id: number;
  posted_cents: Cents;
  /** Whether lines of it are on a draft, which may be thrown away: what only a draft takes back isn't taken back yet. */
  on_draft?: boolean;
};

/** The most that a claim can be; what comes to more is a mistake somewhere. */
export const MOST: Cents = 1_000_000_000;

/** A rate that fits a load, and what it pays for. */
export type Fitting = Price & {
  service: Service;
  table: "product" | "haul";
  counts: Per;
  fuel: FuelTerms | null;
};

/** A claim before it is said who gets it. */
export type Whole = Omit<Claim, "paying_company_id" | "receiving_company_id" | "share_no">;
