import { eq, sql } from "drizzle-orm";
import { prepared } from "#db/prepared.server";
import { company, jobHaulRate, jobProductRate } from "#db/schema";
import { rateWords } from "~/core/rates/rates";
import { productKey } from "~/core/tickets/defaults";
import type { TicketRow } from "~/core/tickets/ticket-row.server";
import { may } from "~/domain/access/crew-permissions";
import { formatThousandths, formatVolume } from "~/domain/measures/measures";
import { formatMoney } from "~/domain/money/money";
import { type HaulPrice, type PaidLoad, type Pay, type ProductPrice, payOf } from "~/domain/settling/pay";
import type { Per } from "~/domain/settling/quantity";
import { isProductRateType, serviceName } from "~/domain/settling/services";
import { STATUS } from "~/domain/tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { problemWords } from "./problem-words";

const JOB = sql.placeholder("job");

const findProductRates = prepared((read) =>
  read.select().from(jobProductRate).where(eq(jobProductRate.job_id, JOB)).orderBy(jobProductRate.id),
);

const findHaulRates = prepared((read) =>
  read.select().from(jobHaulRate).where(eq(jobHaulRate.job_id, JOB)).orderBy(jobHaulRate.id),
);

const findNames = prepared((read) =>
  read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(sql`${company.id} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`),
);

/** One line of a load's pay, in words. */
export type LoadPay = {
  service: string;
  /** "Huron Timber pays Otto Logging"; without a rate, only who did the work. */
  between: string;
  /** "27.412 tons at $12.50 per ton"; null where there is no rate that holds. */
  how: string | null;
  amount: string | null;
  /** Why there is no amount. */
  problem: string | null;
};

/** A load's pay as one company is told it; who requested the job also keeps its rates. */
export type PayOfLoad = { lines: LoadPay[]; keeps_rates: boolean };

/**
 * What a completed load pays by the rates of its job: for a receiver and a payer their own lines, for the job's
 * requesting company all of them, for everyone else none (decisions, section 2, "Prices"). Null where there is nothing
 * to say. Rates contradict each other only in each other's sight, so all are read, and the lines are picked afterwards.
 */
export async function payOfLoad(ctx: Ctx<CompanyActor>, row: TicketRow): Promise<PayOfLoad | null> {
  const t = row.trip_ticket;
  if (t.trip_ticket_status_id !== STATUS.completed || !may(ctx.actor.permissions, "job_rate.read"))
    return null;
  const [products, hauls] = await Promise.all([
    findProductRates(ctx.read, { job: row.job.id }),
    findHaulRates(ctx.read, { job: row.job.id }),
  ]);
  const rates = { products: products.flatMap(productPrice), hauls: hauls.flatMap(haulPrice) };
  const mine = payOf(loadOf(row), rates).filter((pay) => isTold(ctx, row, pay));
  if (mine.length === 0) return null;
  const ids = mine.flatMap((p) => [p.paying_company_id, p.receiving_company_id]);
  const names = new Map(
    (await findNames(ctx.read, { ids: JSON.stringify(ids) })).map(({ id, name }) => [id, name]),
  );
  const nameOf = (id: number) => names.get(id) ?? "";
  return { lines: mine.map((pay) => inWords(pay, nameOf)), keeps_rates: isRequester(ctx, row) };
}

const isRequester = ({ actor }: Ctx<CompanyActor>, row: TicketRow) =>
  actor.company.id === row.job.request_user_company_id;

/** Who is told of a line: who pays, who is paid, and the company that requested the job. */
function isTold(ctx: Ctx<CompanyActor>, row: TicketRow, pay: Pay): boolean {
  if (isRequester(ctx, row)) return true;
  // What has no payer yet is the requesting company's to mend.
  if (pay.paying_company_id === null) return false;
  return [pay.paying_company_id, pay.receiving_company_id].includes(ctx.actor.company.id);
}

function loadOf(row: TicketRow): PaidLoad {
  const t = row.trip_ticket;
  return {
    product: productKey(t),
    job_destination_id: t.job_destination_id,
    company_location_id: row.company_location?.id ?? null,
    mill_company_id: row.mill?.id ?? null,
    cutter_company_id: t.cutter_on_behalf_of_company_id ?? t.cutter_company_id,
    skidder_company_id: t.skidder_on_behalf_of_company_id ?? t.skidder_company_id,
    hauler_company_id: t.hauler_on_behalf_of_company_id ?? t.hauler_company_id,
    scaled_volume: t.scaled_volume,
    scaled_wood_unit_type_id: t.scaled_wood_unit_type_id,
    net_pounds: t.net_pounds,
    deduction_pounds: t.deduction_pounds,
    miles: row.destination.mileage === null ? null : Math.round(row.destination.mileage * 1000),
    miles_are_estimated: row.destination.mileage_is_estimate,
  };
}

const productPrice = (r: typeof jobProductRate.$inferSelect): ProductPrice[] => {
  const type = r.job_product_rate_type_id;
  return isProductRateType(type) ? [{ ...r, type, product: productKey(r) }] : [];
};

const haulPrice = (r: typeof jobHaulRate.$inferSelect): HaulPrice[] => {
  const counts = countsOf(r);
  return counts ? [{ ...r, ...counts }] : [];
};

function countsOf({ per, wood_unit_type_id }: { per: string; wood_unit_type_id: number | null }): Per | null {
  if (per === "unit") return wood_unit_type_id === null ? null : { per, wood_unit_type_id };
  return per === "load" || per === "mile" ? { per } : null;
}

function inWords(pay: Pay, nameOf: (id: number) => string): LoadPay {
  const receiver = nameOf(pay.receiving_company_id);
  const payer = pay.paying_company_id === null ? null : nameOf(pay.paying_company_id);
  return {
    service: serviceName(pay.service),
    between: payer === null ? receiver : `${payer} pays ${receiver}`,
    how: howOf(pay),
    amount: pay.amount === null ? null : formatMoney(pay.amount),
    problem: pay.problem && problemWords(pay.problem, pay.by?.per ?? null),
  };
}

function howOf({ by, quantity }: Pay): string | null {
  if (!by) return null;
  const unit = by.per.per === "unit" ? by.per.wood_unit_type_id : null;
  const price = rateWords(by.rate, by.per.per, unit);
  if (!quantity || by.per.per === "load") return price;
  const much =
    unit === null
      ? `${formatThousandths(quantity.thousandths)} miles`
      : formatVolume(quantity.thousandths, unit);
  return `${much} at ${price}`;
}
