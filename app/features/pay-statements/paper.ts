import { rateWords } from "~/core/rates/rates";
import { formatThousandths, unitName, unitPlural } from "~/domain/measures/measures";
import { type Cents, formatMoney } from "~/domain/money/money";
import { shareWords } from "~/domain/settling/claim-words";
import { SERVICE, serviceName } from "~/domain/settling/services";

/** A stored line, as far as paper shows it. */
export type StoredLine = {
  seq: number;
  kind: string;
  trip_ticket_settlement_id: number | null;
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
  words: string | null;
  /** The number of the statement whose line it takes back. */
  reverses_number: number | null;
  /** It takes back what another statement said, or is what stands in its place. */
  is_correction: boolean;
};

/** Where a line stands: loads first, then what corrects other statements, then what isn't a load. */
export const PAPER_SECTIONS = ["loads", "corrections", "below"] as const;
export type PaperSection = (typeof PAPER_SECTIONS)[number];
const sectionOf = (line: StoredLine): PaperSection =>
  line.trip_ticket_settlement_id === null ? "below" : line.is_correction ? "corrections" : "loads";

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

/** A line as every page and file shows it. */
export type PaperLine = {
  seq: number;
  section: PaperSection;
  claim_id: number | null;
  date: string;
  load: string;
  ticket: string;
  scale_ticket: string;
  job: string;
  /** "Cut", "Haul"; of what isn't a load what it is. */
  service: string;
  product: string;
  destination: string;
  quantity: string;
  unit: string;
  /** "$12.50 per ton" */
  rate: string;
  /** What files that calculate have of quantity and rate: numbers, and "per ton" or "% of $256.99". */
  figures: { quantity: number | null; rate: number | null; per: string };
  amount_cents: Cents;
  words: string;
  /** What payer and payee said about it: "Disputed by Otto Logging: It was 28 tons". */
  remarks: string[];
  /** The service or kind that the books keep an account for. */
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

/** "$12.50 per ton"; of what is paid by the percent also of what: "6.5% of $256.99". */
function rateOf({ rate, per, quantity, wood_unit_type_id }: StoredLine): string {
  if (rate === null) return "";
  if (per === "percent" && quantity !== null) return shareWords(rate, quantity);
  return counted(per) ? rateWords(rate, per, wood_unit_type_id) : "";
}

/** What stands behind a rate that is a number: "per ton", "% of $256.99". */
function perOf({ per, quantity, wood_unit_type_id: unit }: StoredLine): string {
  if (counted(per)) return `per ${per === "unit" ? unitName(unit ?? 0) : per}`;
  return per === "percent" && quantity !== null ? `% of ${formatMoney(quantity / 10)}` : "";
}

/** Quantity and rate as numbers, in units and in dollars or percent. */
function figuresOf(line: StoredLine): PaperLine["figures"] {
  const { per, quantity, rate } = line;
  const said = line.kind === "reversal" || rate === null ? "" : perOf(line);
  return {
    quantity: counted(per) && quantity !== null ? quantity / 1000 : null,
    rate: said && rate !== null ? rate / 10_000 : null,
    per: said,
  };
}

function wordsOf(line: StoredLine, section: PaperSection): string {
  const said = line.words ?? "";
  if (line.kind === "reversal") return said || `Takes back statement ${number(line.reverses_number)}`;
  return [section === "corrections" ? "In its place" : "", said].filter(Boolean).join(". ");
}

/** One stored line in the words of the paper; its amount stays the stored one. */
export function paperLine(line: StoredLine): PaperLine {
  const section = sectionOf(line);
  const type = line.settlement_type_id;
  const service = Object.values(SERVICE).find((s) => s === type) ?? null;
  const isReversal = line.kind === "reversal";
  return {
    seq: line.seq,
    section,
    claim_id: line.trip_ticket_settlement_id,
    date: line.earned_on ?? "",
    load: number(line.load_number),
    ticket: number(line.ticket_number),
    scale_ticket: line.scale_ticket_number ?? "",
    job: line.job_name ?? "",
    service: forOf(section, type, line.kind),
    product: line.product ?? "",
    destination: line.destination ?? "",
    ...quantityOf(line),
    rate: isReversal ? "" : rateOf(line),
    figures: figuresOf(line),
    amount_cents: line.amount_cents,
    words: wordsOf(line, section),
    remarks: [],
    account: section === "below" || service === null ? line.kind : serviceName(service).toLowerCase(),
  };
}

export type Remark = { kind: string; text: string; company: string };
const SAID: Record<string, string> = { disputed: "Disputed", answered: "Answered", resolved: "Settled" };
/** A remark as page, print and files say it. */
export const remarkWords = ({ kind, company, text }: Remark): string =>
  `${SAID[kind] ?? kind} by ${company}: ${text}`;

/** The head of a statement. */
export type PaperHead = {
  id: number;
  number: number | null;
  payer: string;
  /** "1 Mill Rd, Grayling, MI"; null where the company has said none. */
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

export const titleOf = ({ number: n }: Pick<PaperHead, "number">): string =>
  n === null ? "Draft of a statement" : `Statement ${n}`;

/** A statement whole, from which each file is written. */
export type PayPaper = { head: PaperHead; lines: PaperLine[] };

/** The columns of the separated values, in their order. */
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
  ["Amount", (_h: PaperHead, l: PaperLine) => dollars(l.amount_cents)],
  ["Note", (_h: PaperHead, l: PaperLine) => l.words],
  ["Remarks", (_h: PaperHead, l: PaperLine) => l.remarks.join("; ")],
  // Of the statement as a whole, as its number is.
  ["Memo", (h: PaperHead) => h.memo ?? ""],
] as const;

/** Cents as a file says them: "-342.65", whatever the reader's country. */
export function dollars(cents: Cents): string {
  const whole = Math.abs(cents);
  const text = `${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
  return cents < 0 ? `-${text}` : text;
}

/** What a line is for: its service, or of what isn't a load what it is. */
function forOf(section: PaperSection, type: number | null, kind: string | null): string {
  if (section === "below") return BELOW[kind ?? ""] ?? kind ?? "";
  const service = Object.values(SERVICE).find((s) => s === type);
  return service === undefined ? "" : serviceName(service);
}

/** The name of a group of lines, the same for lines and for what the database adds up. */
export const sectionName = (
  section: PaperSection,
  job: string,
  type: number | null,
  kind: string | null,
): string => (section === "below" ? section : [section, job, forOf(section, type, kind)].join("\n"));

export type Group = { key: string; job: string; service: string; cents: Cents; lines: PaperLine[] };

/** Lines that follow each other by job and service, as they come. */
export function groupsOf(lines: readonly PaperLine[]): Group[] {
  const groups: Group[] = [];
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
