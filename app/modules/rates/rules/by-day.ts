import { formatDay } from "~/lib/time/time";
import { getRatesInForce, wasEverInForce } from "~/modules/settlements/rules/in-force";
import { EARLIEST_DAY, getLastRateDay } from "~/modules/settlements/rules/rate-days";
import type { ReadRates } from "../shared/read.server";

type AnyRate = ReadRates["product_rates"][number] | ReadRates["haul_rates"][number];

/** Price of a rate: current, past or future. */
type Price = { id: number; words: string; when: "now" | "before" | "next" };

const keyOf = ({ row }: AnyRate): string =>
  "product_type_id" in row
    ? [
        row.job_product_rate_type_id,
        row.paying_company_id,
        row.receiving_company_id,
        row.paying_company_location_id,
        row.product_type_id,
        row.wood_species_id,
        row.wood_species_type_id,
        row.consent_requested_at !== null,
      ].join()
    : [
        row.job_destination_id,
        row.paying_company_id,
        row.receiving_company_id,
        row.consent_requested_at !== null,
      ].join();

/** Format a price outside its days as "Until Nov 2, 2026: $12.50 per ton", and the current price without days. */
function dated(rate: AnyRate, rates: readonly AnyRate[], when: Price["when"]): string {
  if (when === "now" || rate.row.consent_requested_at) return rate.words;
  const { effective_on } = rate.row;
  if (when === "next") return `From ${formatDay(effective_on)}: ${rate.price}`;
  const last = getLastRateDay(
    rates.map((r) => r.row),
    rate.row,
  );
  if (!wasEverInForce(rate.row) || last === null) return `Never took effect: ${rate.price}`;
  const from = effective_on === EARLIEST_DAY ? "" : `${formatDay(effective_on)} `;
  return `${from ? `From ${from}to` : "Until"} ${formatDay(last)}: ${rate.price}`;
}

/**
 * Return the prices of one rate: the current price, then future prices by start day, then past prices, the latest
 * first.
 */
function pricesOf(rates: readonly AnyRate[], today: string): Price[] {
  const now = getRatesInForce(
    rates.map((r) => ({ ...r.row, rate: r })),
    today,
    () => "",
  )[0]?.rate;
  const whenOf = (r: AnyRate): Price["when"] => {
    if (r === now) return "now";
    return wasEverInForce(r.row) && r.row.effective_on > today ? "next" : "before";
  };
  const order = { now: 0, next: 1, before: 2 };
  return rates
    .map((r) => ({ r, when: whenOf(r) }))
    .sort(
      (a, b) =>
        order[a.when] - order[b.when] ||
        (a.when === "next" ? 1 : -1) * a.r.row.effective_on.localeCompare(b.r.row.effective_on) ||
        b.r.id - a.r.id,
    )
    .map(({ r, when }) => ({ id: r.id, words: dated(r, rates, when), when }));
}

function grouped<R extends AnyRate>(rates: readonly R[], today: string) {
  const groups = new Map<string, R[]>();
  for (const r of rates) groups.set(keyOf(r), [...(groups.get(keyOf(r)) ?? []), r]);
  return [...groups.values()].map((same) => {
    const prices = pricesOf(same, today);
    const lead = same.find((r) => r.id === prices[0]?.id) ?? same[0];
    return { lead, prices };
  });
}

/** Group a job's rates, each listed once with its current, future and past prices. */
export function groupRatesByDay({ product_rates, haul_rates }: ReadRates, today: string) {
  return {
    product_rates: grouped(product_rates, today).flatMap(({ lead, prices }) =>
      lead
        ? [
            {
              id: lead.id,
              type: lead.type,
              receiver: lead.receiver,
              payer: lead.payer,
              product: lead.product,
              prices,
            },
          ]
        : [],
    ),
    haul_rates: grouped(haul_rates, today).flatMap(({ lead, prices }) =>
      lead
        ? [{ id: lead.id, receiver: lead.receiver, payer: lead.payer, destination: lead.destination, prices }]
        : [],
    ),
  };
}
