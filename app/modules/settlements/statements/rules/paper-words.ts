import { formatMoney } from "~/lib/money/money";
import { formatDay } from "~/lib/time/time";
import type { LineGroup, PayStatementHeader } from "./paper";

/** Payment against a statement, with the fields shown on the printed statement. */
export type Payment = {
  id: number;
  amount_cents: number;
  method: string;
  reference: string | null;
  paid_on: string;
  reason: string | null;
};

const METHODS: Record<string, string> = {
  check: "Check",
  ach: "ACH",
  card: "Card",
  cash: "Cash",
  other: "Other",
};

/** Describe how a payment was made: "Check, 1042"; for a reversed payment, include the reason. */
export const formatPayment = ({ method, reference, reason }: Payment): string =>
  [METHODS[method] ?? method, reference, reason && `Taken back: ${reason}`].filter(Boolean).join(", ");

/** Describe a statement's status, for its payer or its payee. */
export function formatStatementStatusMessage(head: PayStatementHeader, isPayer: boolean): string {
  const { status, is_overdue, pay_on, void_reason, total_cents, paid_cents } = head;
  if (status === "Void") return `Void: ${void_reason ?? ""}`;
  if (status === "Unpaid" && paid_cents > 0)
    return `Partly paid, ${formatMoney(total_cents - paid_cents)} left${is_overdue ? `, overdue since ${formatDay(pay_on)}` : ""}`;
  if (is_overdue) return `Overdue since ${formatDay(pay_on)}`;
  if (status === "Unpaid" && !isPayer) return `Expected ${formatDay(pay_on)}`;
  return status;
}

const partyWords = (name: string, address: string | null): string => (address ? `${name}, ${address}` : name);

/** List the facts shown in a statement's header; an empty note gets no line. */
export const getStatementHeaderFacts = (head: PayStatementHeader, isPayer: boolean) => ({
  parties: [
    { term: "From", value: partyWords(head.payer, head.payer_address) },
    { term: "To", value: partyWords(head.receiver, head.receiver_address) },
    { term: "EIN", value: head.receiver_ein },
  ],
  terms: [
    { term: "Loads of", value: `${formatDay(head.period_start)} to ${formatDay(head.period_end)}` },
    { term: "Pay date", value: formatDay(head.pay_on) },
    { term: "Status", value: formatStatementStatusMessage(head, isPayer) },
    ...(head.memo ? [{ term: "Memo", value: head.memo }] : []),
  ],
});

/**
 * Format the title of a group of lines: its job and service, preceded by "Corrections." for corrections of other
 * statements.
 */
export function formatGroupTitle(group: LineGroup): string {
  const section = group.lines[0]?.section;
  if (section === "below") return "Advances, holdbacks and deductions";
  const of = [group.job, group.service].filter(Boolean).join(": ");
  return section === "corrections" ? `Corrections. ${of}` : of;
}

/** Text in the footer of a printed statement. */
export const formatFooter = ({ hash }: Pick<PayStatementHeader, "hash">): string =>
  `Amounts in US dollars.${hash ? ` Check: ${hash.slice(0, 12)}` : ""}`;
