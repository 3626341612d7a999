import { formatMoney } from "~/domain/money/money";
import { formatDay } from "~/domain/time/time";
import type { Group, PaperHead } from "./paper";

/** What went against a statement, as far as paper shows it. */
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

/** How something was paid: "Check, 1042"; of what was taken back also why. */
export const howPaid = ({ method, reference, reason }: Payment): string =>
  [METHODS[method] ?? method, reference, reason && `Taken back: ${reason}`].filter(Boolean).join(", ");

/** How a statement stands, to its payer or to who is paid. */
export function statusWords(head: PaperHead, isPayer: boolean): string {
  const { status, is_overdue, pay_on, void_reason, total_cents, paid_cents } = head;
  if (status === "Void") return `Void: ${void_reason ?? ""}`;
  if (status === "Unpaid" && paid_cents > 0)
    return `Partly paid, ${formatMoney(total_cents - paid_cents)} left${is_overdue ? `, overdue since ${formatDay(pay_on)}` : ""}`;
  if (is_overdue) return `Overdue since ${formatDay(pay_on)}`;
  if (status === "Unpaid" && !isPayer) return `Expected ${formatDay(pay_on)}`;
  return status;
}

const partyWords = (name: string, address: string | null): string => (address ? `${name}, ${address}` : name);

/** The head of the paper; who has typed no note has no line for it. */
export const headFacts = (head: PaperHead, isPayer: boolean) => ({
  parties: [
    { term: "From", value: partyWords(head.payer, head.payer_address) },
    { term: "To", value: partyWords(head.receiver, head.receiver_address) },
    { term: "EIN", value: head.receiver_ein },
  ],
  terms: [
    { term: "Loads of", value: `${formatDay(head.period_start)} to ${formatDay(head.period_end)}` },
    { term: "Pay date", value: formatDay(head.pay_on) },
    { term: "Status", value: statusWords(head, isPayer) },
    ...(head.memo ? [{ term: "Memo", value: head.memo }] : []),
  ],
});

/** What a group is called: its job and service, below what it corrects. */
export function groupTitle(group: Group): string {
  const section = group.lines[0]?.section;
  if (section === "below") return "Advances, holdbacks and deductions";
  const of = [group.job, group.service].filter(Boolean).join(": ");
  return section === "corrections" ? `Corrections. ${of}` : of;
}

/** What stands at the foot of the paper. */
export const footWords = ({ hash }: Pick<PaperHead, "hash">): string =>
  `Amounts in US dollars.${hash ? ` Check: ${hash.slice(0, 12)}` : ""}`;
