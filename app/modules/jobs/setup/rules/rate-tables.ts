import type { getRates } from "../data/rates.server";

type Rates = Awaited<ReturnType<typeof getRates.run>>;

/** One line of a table: the item paid for, and its fields. */
export type RateLine = {
  /** Prefix of the row's field names, like product_rates[3]. */
  name: string;
  key: string;
  /** Item paid for, the payer and the payee. */
  what: string;
  who: string;
  label: string;
  /** Text that identifies the row among all tables: item paid for, payer, payee and place. */
  line: string;
  rate: string;
  /** Minimum pay per load, as typed. */
  minimum: string;
  /** Text of the other agreed terms. */
  terms: string;
  choice: { field: "wood_unit_type_id" | "per"; value: string; label: string };
};
type RateTable = { title: string; items: string; rows: RateLine[] };

/**
 * Group rates into tables: first one for rates that apply wherever the wood goes, then one for each destination, with
 * its mill rates and haul rates.
 */
export function createRateTables(page: Pick<Rates, "product_rates" | "haul_rates">): RateTable[] {
  const groups = new Map<string, RateTable>();
  const add = (title: string, items: string, row: RateLine) => {
    const group = groups.get(title) ?? { title, items, rows: [] };
    group.rows.push(row);
    groups.set(title, group);
  };
  for (const [i, r] of page.product_rates.entries()) {
    const mill = r.type === "Mill";
    const who = `${r.payer} pays ${r.receiver}`;
    add(mill ? (r.yard ?? `Every place of ${r.payer}`) : WHEREVER, mill ? "Product or hauler" : "Product", {
      name: `product_rates[${i}]`,
      key: r.key,
      what: r.type,
      who,
      line: [r.type, r.product, who, r.yard].filter(Boolean).join(", "),
      label: r.taken ? r.product : `${r.product} (not accepted there)`,
      rate: r.rate,
      minimum: r.minimum,
      terms: r.terms,
      choice: {
        field: "wood_unit_type_id",
        value: String(r.wood_unit_type_id),
        label: `Unit for ${r.product}`,
      },
    });
  }
  for (const [i, r] of page.haul_rates.entries())
    add(r.destination, "Product or hauler", {
      name: `haul_rates[${i}]`,
      key: r.key,
      what: "Haul",
      who: `${r.payer} pays ${r.receiver}`,
      label: r.receiver,
      line: `Haul to ${r.destination}, ${r.payer} pays ${r.receiver}`,
      rate: r.rate,
      minimum: r.minimum,
      terms: r.terms,
      choice: { field: "per", value: r.per, label: `Paid by, for ${r.receiver} to ${r.destination}` },
    });
  return [...groups.values()].sort((a, b) => Number(b.title === WHEREVER) - Number(a.title === WHEREVER));
}
const WHEREVER = "Every destination";
