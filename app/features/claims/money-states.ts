/** Where the money of a claim is; one that is paid may have a correction open, and is in both. */
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
export const moneyStateWords = (state: MoneyState): string => WORDS[state];

export const isMoneyState = (text: string): text is MoneyState =>
  MONEY_STATES.some((state) => state === text);

/** How many lines are in a state, and what they come to; lines without an amount come to nothing that can be said. */
type MoneySum = { lines: number; cents: number };
export type MoneySums = Record<MoneyState, MoneySum>;

export const noMoney = (): MoneySums => ({
  paid: { lines: 0, cents: 0 },
  stated: { lines: 0, cents: 0 },
  open: { lines: 0, cents: 0 },
  lacking: { lines: 0, cents: 0 },
  not_payable: { lines: 0, cents: 0 },
  elsewhere: { lines: 0, cents: 0 },
});

/** Adds what one group comes to. */
export function addMoney(sums: MoneySums, more: MoneySums): void {
  for (const state of MONEY_STATES) {
    sums[state].lines += more[state].lines;
    sums[state].cents += more[state].cents;
  }
}

/** What a list of a job's lines is narrowed to. */
export type MoneyAsked = { state?: MoneyState; payer?: number; receiver?: number; service?: number };

/** The list that has exactly what a number counts. */
export function moneyHref(money: string, asked: MoneyAsked): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value));
  return `${money}/lines?${query}`;
}
