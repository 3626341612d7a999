import { type Cents, formatMoney } from "~/lib/money/money";
import { formatThousandths, getUnitName, getUnitPlural } from "~/lib/units/measures";
import { formatRateWithUnit } from "~/modules/rates/rules/rates";
import { formatPercentPay } from "../../rules/claim-words";
import { getServiceName, SERVICE } from "../../rules/services";

/** Statement line as stored, with the fields shown on the statement. */
export type StoredLine = {
  seq: number;
  kind: string;
  amount_owed_id: number | null;
  settlement_type_id: number | null;
  quantity: number | null;
  wood_unit_type_id: number | null;
  per: string | null;
  rate: number | null;
  amount_cents: Cents;
  trip_ticket_id: number | null;
  earned_on: string | null;
  ticket_number: number | null;
  load_number: number | null;
  scale_ticket_number: string | null;
  job_name: string | null;
  product: string | null;
  destination: string | null;
  note: string | null;
  /** Number of the statement whose line this one reverses. */
  reverses_number: number | null;
  /** True if the line reverses or replaces a line of another statement. */
  is_correction: boolean;
};

/** Section of a line: loads first, then corrections of other statements, then lines that aren't loads. */
export const STATEMENT_SECTIONS = ["loads", "corrections", "below"] as const;
export type StatementSection = (typeof STATEMENT_SECTIONS)[number];
const getLineSection = (line: StoredLine): StatementSection =>
  line.amount_owed_id === null ? "below" : line.is_correction ? "corrections" : "loads";

const BELOW: Record<string, string> = {
  addition: "Addition",
  deduction: "Deduction",
  advance: "Advance",
  recovery: "Advance taken back",
  holdback: "Held back",
  release: "Held back before, paid now",
  balance: "Carried over from before",
  carried: "Carried over to the next statement",
};

/** Statement line, as shown on every page and in every file. */
export type PayStatementLine = {
  seq: number;
  section: StatementSection;
  claim_id: number | null;
  date: string;
  load: string;
  ticket: string;
  scale_ticket: string;
  job: string;
  /** Service, such as "Cut" or "Haul"; for a line that isn't a load, its kind. */
  service: string;
  product: string;
  destination: string;
  quantity: string;
  unit: string;
  /** "$12.50 per ton" */
  rate: string;
  /**
   * Quantity and rate as numbers, for files that are used in calculations, and the rate's base: "per ton" or "% of
   * $256.99".
   */
  figures: { quantity: number | null; rate: number | null; per: string };
  amount_cents: Cents;
  words: string;
  /** Remarks by payer and payee about the line: "Disputed by Otto Logging: It was 28 tons". */
  remarks: string[];
  /** Service or kind of the line, for which the bookkeeping file has an account. */
  account: string;
};

const number = (n: number | null) => (n === null ? "" : String(n));
const counted = (per: string | null): per is "unit" | "load" | "mile" =>
  per === "unit" || per === "load" || per === "mile";

function quantityOf(line: StoredLine): { quantity: string; unit: string } {
  if (line.quantity === null || !counted(line.per)) return { quantity: "", unit: "" };
  const unit = line.wood_unit_type_id ?? 0;
  const isOne = line.quantity === 1000;
  const name =
    line.per === "unit"
      ? isOne
        ? getUnitName(unit)
        : getUnitPlural(unit)
      : `${line.per}${isOne ? "" : "s"}`;
  return { quantity: formatThousandths(line.quantity), unit: name };
}

/** Format a rate as "$12.50 per ton"; for a percentage, include the base: "6.5% of $256.99". */
function rateOf({ rate, per, quantity, wood_unit_type_id }: StoredLine): string {
  if (rate === null) return "";
  if (per === "percent" && quantity !== null) return formatPercentPay(rate, quantity);
  return counted(per) ? formatRateWithUnit(rate, per, wood_unit_type_id) : "";
}

/** Text after a numeric rate: "per ton", "% of $256.99". */
function perOf({ per, quantity, wood_unit_type_id: unit }: StoredLine): string {
  if (counted(per)) return `per ${per === "unit" ? getUnitName(unit ?? 0) : per}`;
  return per === "percent" && quantity !== null ? `% of ${formatMoney(quantity / 10)}` : "";
}

/** Return quantity and rate as numbers, in units and in dollars or percent. */
function figuresOf(line: StoredLine): PayStatementLine["figures"] {
  const { per, quantity, rate } = line;
  const message = line.kind === "reversal" || rate === null ? "" : perOf(line);
  return {
    quantity: counted(per) && quantity !== null ? quantity / 1000 : null,
    rate: message && rate !== null ? rate / 10_000 : null,
    per: message,
  };
}

function wordsOf(line: StoredLine, section: StatementSection): string {
  const words = line.note ?? "";
  if (line.kind === "reversal") return words || `Takes back statement ${number(line.reverses_number)}`;
  return [section === "corrections" ? "In its place" : "", words].filter(Boolean).join(". ");
}

/** Convert a stored line to the texts shown on the statement; the amount stays as stored. */
export function toPayStatementLine(line: StoredLine): PayStatementLine {
  const section = getLineSection(line);
  const type = line.settlement_type_id;
  const service = Object.values(SERVICE).find((s) => s === type) ?? null;
  const isReversal = line.kind === "reversal";
  return {
    seq: line.seq,
    section,
    claim_id: line.amount_owed_id,
    date: line.earned_on ?? "",
    load: number(line.load_number),
    ticket: number(line.ticket_number),
    scale_ticket: line.scale_ticket_number ?? "",
    job: line.job_name ?? "",
    service: getLinePurpose(section, type, line.kind),
    product: line.product ?? "",
    destination: line.destination ?? "",
    ...quantityOf(line),
    rate: isReversal ? "" : rateOf(line),
    figures: figuresOf(line),
    amount_cents: line.amount_cents,
    words: wordsOf(line, section),
    remarks: [],
    account: section === "below" || service === null ? line.kind : getServiceName(service).toLowerCase(),
  };
}

export type Remark = { kind: string; text: string; company: string };
const SAID: Record<string, string> = { disputed: "Disputed", answered: "Answered", resolved: "Settled" };
/** Format a remark for pages, printed statements and files. */
export const formatRemark = ({ kind, company, text }: Remark): string =>
  `${SAID[kind] ?? kind} by ${company}: ${text}`;

/** Header of a statement. */
export type PayStatementHeader = {
  id: number;
  number: number | null;
  payer: string;
  /** Payer's address, such as "1 Mill Rd, Grayling, MI"; null if the company has entered none. */
  payer_address: string | null;
  receiver: string;
  receiver_address: string | null;
  /** Payee's EIN, shown as "EIN ending in 6789". */
  receiver_ein: string | null;
  period_start: string;
  period_end: string;
  pay_on: string;
  status: "Draft" | "Unpaid" | "Paid" | "Void";
  is_overdue: boolean;
  gross_cents: Cents;
  adjustments_cents: Cents;
  total_cents: Cents;
  paid_cents: Cents;
  line_count: number;
  memo: string | null;
  void_reason: string | null;
  hash: string | null;
};

export const formatStatementTitle = ({ number: n }: Pick<PayStatementHeader, "number">): string =>
  n === null ? "Draft of a statement" : `Statement ${n}`;

/** Complete statement, used to write every file. */
export type PayStatement = { head: PayStatementHeader; lines: PayStatementLine[] };

/** CSV columns, in order. */
export const STATEMENT_CSV_COLUMNS = [
  ["Statement", (h: PayStatementHeader) => number(h.number)],
  ["From", (h: PayStatementHeader) => h.payer],
  ["From Address", (h: PayStatementHeader) => h.payer_address ?? ""],
  ["To", (h: PayStatementHeader) => h.receiver],
  ["To Address", (h: PayStatementHeader) => h.receiver_address ?? ""],
  ["Date", (_h: PayStatementHeader, l: PayStatementLine) => l.date],
  ["Load", (_h: PayStatementHeader, l: PayStatementLine) => l.load],
  ["Ticket", (_h: PayStatementHeader, l: PayStatementLine) => l.ticket],
  ["Scale Ticket", (_h: PayStatementHeader, l: PayStatementLine) => l.scale_ticket],
  ["Job", (_h: PayStatementHeader, l: PayStatementLine) => l.job],
  ["For", (_h: PayStatementHeader, l: PayStatementLine) => l.service],
  ["Product", (_h: PayStatementHeader, l: PayStatementLine) => l.product],
  ["Destination", (_h: PayStatementHeader, l: PayStatementLine) => l.destination],
  ["Quantity", (_h: PayStatementHeader, l: PayStatementLine) => l.quantity],
  ["Unit", (_h: PayStatementHeader, l: PayStatementLine) => l.unit],
  ["Rate", (_h: PayStatementHeader, l: PayStatementLine) => l.rate],
  ["Amount", (_h: PayStatementHeader, l: PayStatementLine) => formatDollars(l.amount_cents)],
  ["Note", (_h: PayStatementHeader, l: PayStatementLine) => l.words],
  ["Remarks", (_h: PayStatementHeader, l: PayStatementLine) => l.remarks.join("; ")],
  // Note on the whole statement, repeated in every row like the statement number.
  ["Memo", (h: PayStatementHeader) => h.memo ?? ""],
] as const;

/** Format cents as dollars for a file, such as "-342.65", regardless of the reader's locale. */
export function formatDollars(cents: Cents): string {
  const whole = Math.abs(cents);
  const text = `${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
  return cents < 0 ? `-${text}` : text;
}

/** Purpose of a line: its service, or its kind if it isn't a load. */
function getLinePurpose(section: StatementSection, type: number | null, kind: string | null): string {
  if (section === "below") return BELOW[kind ?? ""] ?? kind ?? "";
  const service = Object.values(SERVICE).find((s) => s === type);
  return service === undefined ? "" : getServiceName(service);
}

/** Build the key of a group of lines, the same for stored lines and for sums from the database. */
export const buildLineGroupKey = (
  section: StatementSection,
  job: string,
  type: number | null,
  kind: string | null,
): string => (section === "below" ? section : [section, job, getLinePurpose(section, type, kind)].join("\n"));

export type LineGroup = {
  key: string;
  job: string;
  service: string;
  cents: Cents;
  lines: PayStatementLine[];
};

/** Group consecutive lines by job and service, keeping their order. */
export function groupLines(lines: readonly PayStatementLine[]): LineGroup[] {
  const groups: LineGroup[] = [];
  for (const line of lines) {
    const key = line.section === "below" ? line.section : [line.section, line.job, line.service].join("\n");
    const last = groups.at(-1);
    if (last?.key === key) {
      last.lines.push(line);
      last.cents += line.amount_cents;
    } else
      groups.push({ key, job: line.job, service: line.service, cents: line.amount_cents, lines: [line] });
  }
  return groups;
}
