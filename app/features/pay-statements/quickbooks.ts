import type { Cents } from "~/domain/money/money";
import { winAnsi, winAnsiBytes } from "~/domain/text/win-ansi";
import { dollars, type PaperLine, type PayPaper } from "./paper";

/** The books' account for each kind of line; `payable` is what the bill is owed on. */
export type Accounts = Readonly<Record<string, string>>;
const USUAL: Accounts = { payable: "Accounts Payable" };
const SUBCONTRACTORS = "Subcontractors";
const bookAccount = (accounts: Accounts, name: string): string =>
  accounts[name] || USUAL[name] || SUBCONTRACTORS;

/** What a bill says of one account, service and job, and of what isn't a load for what it is. */
export type Split = { account: string; job: string; words: string; cents: Cents };

/**
 * A statement as a bill: its loads by account, job and service, and what isn't a load also by what was typed of it. They
 * add up to its total.
 */
function splitsOf({ lines }: Pick<PayPaper, "lines">, accounts: Accounts): Split[] {
  const splits = new Map<string, Split>();
  for (const line of lines) {
    const words = wordsOf(line);
    const key = [line.account, line.job, words].join("\n");
    const split = splits.get(key) ?? {
      account: bookAccount(accounts, line.account),
      job: line.job,
      words,
      cents: 0,
    };
    split.cents += line.amount_cents;
    splits.set(key, split);
  }
  return [...splits.values()];
}

/** "Haul, Deward"; "Deduction: Chains" of what isn't a load, with what was typed under "What for". */
function wordsOf({ section, service, job, words }: PaperLine): string {
  const what = [service, job].filter(Boolean).join(", ");
  return section === "below" && words ? `${what}: ${words}` : what;
}

/** "11/13/2026", as these programs read days. */
const american = (day: string) => {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}`;
};
/** What the bill as a whole is: its period, and the note on the statement. */
const memoOf = ({ head }: PayPaper) =>
  [`Loads ${american(head.period_start)} to ${american(head.period_end)}`, head.memo]
    .filter(Boolean)
    .join(". ");

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

/**
 * Rows of the file of bills: one for each split. Names are as in the IIF file. Both files are opened in spreadsheets too:
 * an apostrophe stands before what they would take for a formula, so a vendor whose name begins with =, +, - or @ is
 * spelled otherwise for that reason alone; `csvText` does that here.
 */
export const billRows = (paper: PayPaper, accounts: Accounts): string[][] =>
  splitsOf(paper, accounts).map((split) => [
    String(paper.head.number ?? ""),
    paper.head.receiver,
    american(paper.head.period_end),
    american(paper.head.pay_on),
    memoOf(paper),
    split.account,
    split.words,
    dollars(split.cents),
    split.job,
  ]);

/**
 * A cell of an IIF file. Tabs and line breaks part cells and rows, and become a blank. A cell with a quote is written as a
 * spreadsheet saves it as text with tabs, which is how Intuit says to make these files: in quotes, each quote within
 * doubled. What a spreadsheet would take for a formula begins with an apostrophe, amounts apart. Everything else stays as it
 * is, commas and apostrophes too. Letters are made those of the file first, as a sign for inches may become a quote.
 */
const AMOUNT = /^-?\d+\.\d\d$/;

function cell(text: string): string {
  const letters = winAnsi(text.replace(/[\t\r\n]+/g, " ")).trim();
  const plain = /^["']*[=+\-@]/.test(letters) && !AMOUNT.test(letters) ? `'${letters}` : letters;
  return plain.includes('"') ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/**
 * A statement as one IIF bill: what is payable and its splits, which sum to zero. In Windows-1252, which QuickBooks Desktop
 * reads such a file as; letters that it lacks become their base letter, else a question mark.
 */
export function iifOf(paper: PayPaper, accounts: Accounts): Uint8Array {
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
  const rows = [
    "!TRNS\tTRNSTYPE\tDATE\tACCNT\tNAME\tCLASS\tAMOUNT\tDOCNUM\tMEMO\tDUEDATE",
    "!SPL\tTRNSTYPE\tDATE\tACCNT\tNAME\tCLASS\tAMOUNT\tDOCNUM\tMEMO",
    "!ENDTRNS",
    bill("TRNS", bookAccount(accounts, "payable"), "", -sum, memoOf(paper), american(head.pay_on)),
    ...splits.map((s) => bill("SPL", s.account, s.job, s.cents, s.words, "")),
    "ENDTRNS",
    "",
  ];
  return winAnsiBytes(rows.join("\r\n"));
}
