/** Payment states of an amount owed. A paid amount with an open correction counts in both states, paid and open. */
export const MONEY_STATES = ["paid", "stated", "open", "lacking", "not_payable", "elsewhere"] as const;
export type MoneyState = (typeof MONEY_STATES)[number];

const WORDS: Record<MoneyState, string> = {
  paid: "Paid",
  stated: "On statements, not paid yet",
  open: "Not on a statement yet",
  lacking: "No amount yet",
  not_payable: "Not payable",
  elsewhere: "From before statements began",
};
export const getMoneyStateLabel = (state: MoneyState): string => WORDS[state];

/** Number of amounts owed in a state and their total; an unknown amount counts as zero. */
type MoneySum = { lines: number; cents: number };
export type MoneySums = Record<MoneyState, MoneySum>;

export const createMoneySums = (): MoneySums => ({
  paid: { lines: 0, cents: 0 },
  stated: { lines: 0, cents: 0 },
  open: { lines: 0, cents: 0 },
  lacking: { lines: 0, cents: 0 },
  not_payable: { lines: 0, cents: 0 },
  elsewhere: { lines: 0, cents: 0 },
});

/** Add one group's line counts and amounts to the sums. */
export function addMoneySums(sums: MoneySums, more: MoneySums): void {
  for (const state of MONEY_STATES) {
    sums[state].lines += more[state].lines;
    sums[state].cents += more[state].cents;
  }
}

/** Filter for a list of a job's amounts owed. */
export type JobMoneyFilter = { state?: MoneyState; payer?: number; receiver?: number; service?: number };

/** Build the link to the list of exactly the claims behind a total. */
export function buildMoneyHref(money: string, moneyQuery: JobMoneyFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(moneyQuery))
    if (value !== undefined) query.set(name, String(value));
  return `${money}/lines?${query}`;
}
