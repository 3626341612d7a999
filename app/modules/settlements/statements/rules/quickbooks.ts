import type { Cents } from "~/lib/money/money";
import { encodeWinAnsi, toWinAnsi } from "~/lib/text/win-ansi";
import { formatDollars, type PayStatement, type PayStatementLine } from "./paper";

/** Bookkeeping account for each kind of line; `payable` is the account of the bill itself. */
export type BookkeepingAccounts = Readonly<Record<string, string>>;
const USUAL: BookkeepingAccounts = { payable: "Accounts Payable" };
const SUBCONTRACTORS = "Subcontractors";
const getBookAccount = (accounts: BookkeepingAccounts, name: string): string =>
  accounts[name] || USUAL[name] || SUBCONTRACTORS;

/** Part of a bill for one account, service and job; lines that aren't loads are split by kind. */
export type BillSplit = { account: string; job: string; words: string; cents: Cents };

/**
 * Split a statement into the splits of a bill: loads by account, job and service; lines that aren't loads also by their
 * typed text. The splits add up to the statement's total.
 */
function createSplits({ lines }: Pick<PayStatement, "lines">, accounts: BookkeepingAccounts): BillSplit[] {
  const splits = new Map<string, BillSplit>();
  for (const line of lines) {
    const words = wordsOf(line);
    const key = [line.account, line.job, words].join("\n");
    const split = splits.get(key) ?? {
      account: getBookAccount(accounts, line.account),
      job: line.job,
      words,
      cents: 0,
    };
    split.cents += line.amount_cents;
    splits.set(key, split);
  }
  return [...splits.values()];
}

/**
 * Format a line's description as "Haul, Deward"; for a line that isn't a load "Deduction: Chains", with the text typed
 * under "What for".
 */
function wordsOf({ section, service, job, words }: PayStatementLine): string {
  const what = [service, job].filter(Boolean).join(", ");
  return section === "below" && words ? `${what}: ${words}` : what;
}

/** Format a date as "11/13/2026", as bookkeeping programs read dates. */
const american = (day: string) => {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}`;
};
/** Memo of the whole bill: its period, and the note on the statement. */
const memoOf = ({ head }: PayStatement) =>
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
 * Build the rows of the bill file, one for each split, with the same names as the IIF file. People also open both files
 * in spreadsheets, so a text that a spreadsheet would read as a formula gets an apostrophe in front; here `formatCsv`
 * adds it. Only vendors whose names begin with =, +, - or @ are spelled differently.
 */
export const createBillRows = (paper: PayStatement, accounts: BookkeepingAccounts): string[][] =>
  createSplits(paper, accounts).map((split) => [
    String(paper.head.number ?? ""),
    paper.head.receiver,
    american(paper.head.period_end),
    american(paper.head.pay_on),
    memoOf(paper),
    split.account,
    split.words,
    formatDollars(split.cents),
    split.job,
  ]);

/**
 * Format a cell of an IIF file. Tabs and line breaks separate cells and rows, so they become spaces. A cell with a
 * quote is written as Intuit documents and as spreadsheets save tab-delimited text: in quotes, with inner quotes
 * doubled. Text that a spreadsheet would read as a formula gets a leading apostrophe, except amounts. Everything else
 * is unchanged, including commas and apostrophes. Letters are converted to the file's encoding first, as an inch sign
 * may become a quote.
 */
const AMOUNT = /^-?\d+\.\d\d$/;

function cell(text: string): string {
  const letters = toWinAnsi(text.replace(/[\t\r\n]+/g, " ")).trim();
  const plain = /^["']*[=+\-@]/.test(letters) && !AMOUNT.test(letters) ? `'${letters}` : letters;
  return plain.includes('"') ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/**
 * Convert a statement to one IIF bill: the payable and its splits, which sum to zero. The file is in Windows-1252, as
 * QuickBooks Desktop reads it; a letter missing there becomes its base letter, or else a question mark.
 */
export function writeIif(paper: PayStatement, accounts: BookkeepingAccounts): Uint8Array {
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
      formatDollars(cents),
      String(head.number ?? ""),
      memo,
      ...(kind === "TRNS" ? [due] : []),
    ]
      .map(cell)
      .join("\t");
  const splits = createSplits(paper, accounts);
  const sum = splits.reduce((total, s) => total + s.cents, 0);
  const rows = [
    "!TRNS\tTRNSTYPE\tDATE\tACCNT\tNAME\tCLASS\tAMOUNT\tDOCNUM\tMEMO\tDUEDATE",
    "!SPL\tTRNSTYPE\tDATE\tACCNT\tNAME\tCLASS\tAMOUNT\tDOCNUM\tMEMO",
    "!ENDTRNS",
    bill("TRNS", getBookAccount(accounts, "payable"), "", -sum, memoOf(paper), american(head.pay_on)),
    ...splits.map((s) => bill("SPL", s.account, s.job, s.cents, s.words, "")),
    "ENDTRNS",
    "",
  ];
  return encodeWinAnsi(rows.join("\r\n"));
}
