import type { Cents } from "~/domain/money/money";
import { dollars, type PaperLine, type PayPaper } from "./paper";

/** The books' account for each kind of line; `payable` is what the bill is owed on. */
export type Accounts = Readonly<Record<string, string>>;
const USUAL: Accounts = { payable: "Accounts Payable" };
const SUBCONTRACTORS = "Subcontractors";
export const bookAccount = (accounts: Accounts, name: string): string =>
  accounts[name] || USUAL[name] || SUBCONTRACTORS;

/** What a bill says of one account, service and job. */
export type Split = { account: string; job: string; words: string; cents: Cents };

/** A statement as a bill: its lines by account, job and service, which add up to its total. */
export function splitsOf({ lines }: Pick<PayPaper, "lines">, accounts: Accounts): Split[] {
  const splits = new Map<string, Split>();
  for (const line of lines) {
    const key = [line.account, line.job, line.service].join("\n");
    const split = splits.get(key) ?? {
      account: bookAccount(accounts, line.account),
      job: line.job,
      words: wordsOf(line),
      cents: 0,
    };
    split.cents += line.amount_cents;
    splits.set(key, split);
  }
  return [...splits.values()];
}

const wordsOf = (line: PaperLine) => (line.job ? `${line.service}, ${line.job}` : line.service);

/** "11/13/2026", as these programs read days. */
const american = (day: string) => {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}`;
};
const period = ({ head }: PayPaper) => `Loads ${american(head.period_start)} to ${american(head.period_end)}`;

export const BILL_COLUMNS = [
  "Bill No",
  "Vendor",
  "Bill Date",
  "Due Date",
  "Memo",
  "Account",
  "Line Description",
  "Line Amount",
  "Class",
] as const;

/** Rows of the file of bills: one for each split. */
export const billRows = (paper: PayPaper, accounts: Accounts): string[][] =>
  splitsOf(paper, accounts).map((split) => [
    String(paper.head.number ?? ""),
    paper.head.receiver,
    american(paper.head.period_end),
    american(paper.head.pay_on),
    period(paper),
    split.account,
    split.words,
    dollars(split.cents),
    split.job,
  ]);

/** A cell of an IIF file, which knows neither quotes nor tabs within. */
const cell = (text: string) => text.replace(/[\t\r\n"]+/g, " ").trim();

/** A statement as one IIF bill: what is payable and its splits, which sum to zero. */
export function iifOf(paper: PayPaper, accounts: Accounts): string {
  const { head } = paper;
  const bill = (
    kind: "TRNS" | "SPL",
    account: string,
    job: string,
    cents: Cents,
    memo: string,
    due: string,
  ) =>
    [
      kind,
      "BILL",
      american(head.period_end),
      account,
      kind === "TRNS" ? head.receiver : "",
      job,
      dollars(cents),
      String(head.number ?? ""),
      memo,
      ...(kind === "TRNS" ? [due] : []),
    ]
      .map(cell)
      .join("\t");
  const splits = splitsOf(paper, accounts);
  const sum = splits.reduce((total, s) => total + s.cents, 0);
  return [
    "!TRNS\tTRNSTYPE\tDATE\tACCNT\tNAME\tCLASS\tAMOUNT\tDOCNUM\tMEMO\tDUEDATE",
    "!SPL\tTRNSTYPE\tDATE\tACCNT\tNAME\tCLASS\tAMOUNT\tDOCNUM\tMEMO",
    "!ENDTRNS",
    bill("TRNS", bookAccount(accounts, "payable"), "", -sum, period(paper), american(head.pay_on)),
    ...splits.map((s) => bill("SPL", s.account, s.job, s.cents, s.words, "")),
    "ENDTRNS",
    "",
  ].join("\r\n");
}
