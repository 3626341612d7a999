import { type Cents, formatMoney } from "~/lib/money/money";
import { formatThousandths, unitName, unitPlural } from "~/lib/units/measures";
import { formatRateWithUnit } from "~/modules/rates/rules/rates";
import { formatShare } from "../../rules/claim-words";
import { getServiceName, SERVICE } from "../../rules/services";

/** Stored line, with the fields shown on paper. */
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
  /** True if the line reverses one of another statement, or replaces it. */
  is_correction: boolean;
};

/** Section of a line: loads first, then corrections of other statements, then lines that aren't loads. */
export const PAPER_SECTIONS = ["loads", "corrections", "below"] as const;
export type PaperSection = (typeof PAPER_SECTIONS)[number];
const getLineSection = (line: StoredLine): PaperSection =>
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

/** Line as shown on every page and in every file. */
export type PaperLine = {
  seq: number;
  section: PaperSection;
  claim_id: number | null;
  date: string;
  load: string;
  ticket: string;
  scale_ticket: string;
  job: string;
  /** "Cut", "Haul"; for a line that isn't a load, its kind. */
  service: string;
  product: string;
  destination: string;
  quantity: string;
  unit: string;
  /** "$12.50 per ton" */
  rate: string;
  /** Quantity and rate for files that calculate: numbers, and "per ton" or "% of $256.99". */
  figures: { quantity: number | null; rate: number | null; per: string };
  amount_cents: Cents;
  words: string;
  /** Remarks of payer and payee on it: "Disputed by Otto Logging: It was 28 tons". */
  remarks: string[];
  /** Service or kind that the books have an account for. */
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
    line.per === "unit" ? (isOne ? unitName(unit) : unitPlural(unit)) : `${line.per}${isOne ? "" : "s"}`;
  return { quantity: formatThousandths(line.quantity), unit: name };
}

/** Format as "$12.50 per ton"; for a percentage, include the base: "6.5% of $256.99". */
function rateOf({ rate, per, quantity, wood_unit_type_id }: StoredLine): string {
  if (rate === null) return "";
  if (per === "percent" && quantity !== null) return formatShare(rate, quantity);
  return counted(per) ? formatRateWithUnit(rate, per, wood_unit_type_id) : "";
}

/** Text after a numeric rate: "per ton", "% of $256.99". */
function perOf({ per, quantity, wood_unit_type_id: unit }: StoredLine): string {
  if (counted(per)) return `per ${per === "unit" ? unitName(unit ?? 0) : per}`;
  return per === "percent" && quantity !== null ? `% of ${formatMoney(quantity / 10)}` : "";
}

/** Return quantity and rate as numbers, in units and in dollars or percent. */
function figuresOf(line: StoredLine): PaperLine["figures"] {
  const { per, quantity, rate } = line;
  const message = line.kind === "reversal" || rate === null ? "" : perOf(line);
  return {
    quantity: counted(per) && quantity !== null ? quantity / 1000 : null,
    rate: message && rate !== null ? rate / 10_000 : null,
    per: message,
  };
}

function wordsOf(line: StoredLine, section: PaperSection): string {
  const words = line.note ?? "";
  if (line.kind === "reversal") return words || `Takes back statement ${number(line.reverses_number)}`;
  return [section === "corrections" ? "In its place" : "", words].filter(Boolean).join(". ");
}

/** Convert one stored line to the words of the paper; its amount stays as stored. */
export function toPaperLine(line: StoredLine): PaperLine {
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
/** Format a remark for page, print and files. */
export const formatRemark = ({ kind, company, text }: Remark): string =>
  `${SAID[kind] ?? kind} by ${company}: ${text}`;

/** Head of a statement. */
export type PaperHead = {
  id: number;
  number: number | null;
  payer: string;
  /** Such as "1 Mill Rd, Grayling, MI"; null if the company has entered none. */
  payer_address: string | null;
  receiver: string;
  receiver_address: string | null;
  /** "EIN ending in 6789" */
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

export const formatStatementTitle = ({ number: n }: Pick<PaperHead, "number">): string =>
  n === null ? "Draft of a statement" : `Statement ${n}`;

/** Complete statement, from which each file is written. */
export type PayPaper = { head: PaperHead; lines: PaperLine[] };

/** CSV columns, in order. */
export const PAPER_COLUMNS = [
  ["Statement", (h: PaperHead) => number(h.number)],
  ["From", (h: PaperHead) => h.payer],
  ["From Address", (h: PaperHead) => h.payer_address ?? ""],
  ["To", (h: PaperHead) => h.receiver],
  ["To Address", (h: PaperHead) => h.receiver_address ?? ""],
  ["Date", (_h: PaperHead, l: PaperLine) => l.date],
  ["Load", (_h: PaperHead, l: PaperLine) => l.load],
  ["Ticket", (_h: PaperHead, l: PaperLine) => l.ticket],
  ["Scale Ticket", (_h: PaperHead, l: PaperLine) => l.scale_ticket],
  ["Job", (_h: PaperHead, l: PaperLine) => l.job],
  ["For", (_h: PaperHead, l: PaperLine) => l.service],
  ["Product", (_h: PaperHead, l: PaperLine) => l.product],
  ["Destination", (_h: PaperHead, l: PaperLine) => l.destination],
  ["Quantity", (_h: PaperHead, l: PaperLine) => l.quantity],
  ["Unit", (_h: PaperHead, l: PaperLine) => l.unit],
  ["Rate", (_h: PaperHead, l: PaperLine) => l.rate],
  ["Amount", (_h: PaperHead, l: PaperLine) => formatDollars(l.amount_cents)],
  ["Note", (_h: PaperHead, l: PaperLine) => l.words],
  ["Remarks", (_h: PaperHead, l: PaperLine) => l.remarks.join("; ")],
  // Applies to the statement as a whole, as its number does.
  ["Memo", (h: PaperHead) => h.memo ?? ""],
] as const;

/** Format cents for a file: "-342.65", regardless of the reader's country. */
export function formatDollars(cents: Cents): string {
  const whole = Math.abs(cents);
  const text = `${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
  return cents < 0 ? `-${text}` : text;
}

/** Purpose of a line: its service, or its kind if it isn't a load. */
function getLinePurpose(section: PaperSection, type: number | null, kind: string | null): string {
  if (section === "below") return BELOW[kind ?? ""] ?? kind ?? "";
  const service = Object.values(SERVICE).find((s) => s === type);
  return service === undefined ? "" : getServiceName(service);
}

/** Name of a group of lines, the same for lines and for sums from the database. */
export const formatSectionName = (
  section: PaperSection,
  job: string,
  type: number | null,
  kind: string | null,
): string => (section === "below" ? section : [section, job, getLinePurpose(section, type, kind)].join("\n"));

export type LineGroup = { key: string; job: string; service: string; cents: Cents; lines: PaperLine[] };

/** Group consecutive lines by job and service, in their order. */
export function groupLines(lines: readonly PaperLine[]): LineGroup[] {
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
