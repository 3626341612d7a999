import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { formatDate } from "~/lib/time/time";
import type { PayDaySummary } from "~/modules/settlements/rules/pay-days";
import type { PartnerPayDays, PaySummary } from "~/modules/settlements/shared/pay-of.server";

/** Maximum number of companies listed with their next pay day, soonest first, and of companies listed without a pay day. */
const MAX_DAYS = 5;
const MAX_NAMES = 3;
const list = new Intl.ListFormat("en-US");

/** Return the partners with the soonest pay days, and the number of further partners with a pay day. */
function soonest(partners: readonly PartnerPayDays[], dayOf: (partner: PartnerPayDays) => string | null) {
  const all = partners
    .flatMap((partner) => {
      const on = dayOf(partner);
      return on === null ? [] : [{ partner, on }];
    })
    .sort((a, b) => a.on.localeCompare(b.on) || a.partner.name.localeCompare(b.partner.name));
  return { first: all.slice(0, MAX_DAYS), more: Math.max(0, all.length - MAX_DAYS) };
}

/** Format overdue amounts, oldest first: "Acme: $120.00 overdue since Fri, Nov 20, 2026". */
export function formatOverdue(partners: readonly PartnerPayDays[]): string[] {
  const { first, more } = soonest(partners, ({ days }) => days.overdue?.since ?? null);
  return [
    ...first.map(
      ({ partner, on }) =>
        `${partner.name}: ${formatMoney(partner.days.overdue?.cents ?? 0)} overdue since ${formatDate(on)}`,
    ),
    ...(more ? [`${formatCount(more, "more company is", "more companies are")} overdue`] : []),
  ];
}

/** Format the next pay days of a company's payers in a few lines, regardless of the number of payers. */
export function formatPayDays(payers: PaySummary["payers"]): string[] {
  const { first, more } = soonest(payers, ({ days, usual_on }) => days.next?.pay_on ?? usual_on);
  const unset = payers
    .filter(({ days, usual_on }) => !days.next && !days.overdue && !usual_on)
    .map(({ name }) => name);
  // Name a single remaining company instead of counting it, since "1 other" is as long as a name.
  const named = unset.length <= MAX_NAMES + 1 ? unset : unset.slice(0, MAX_NAMES);
  const others = unset.length - named.length;
  return [
    ...first.map(({ partner: { name, days }, on }) =>
      days.next
        ? `${name} pays ${formatMoney(days.next.cents)} on ${formatDate(on)}`
        : `${name} pays next on ${formatDate(on)}`,
    ),
    ...(more > 0 ? [`${formatCount(more, "more company has", "more companies have")} a pay day`] : []),
    ...(unset.length
      ? [`No pay day is set by ${list.format([...named, ...(others ? [formatCount(others, "other")] : [])])}`]
      : []),
  ];
}

/**
 * Format the next amount that a payer owes, "$120.00 is due on Fri, Nov 27, 2026", and the rest if there are later pay
 * days.
 */
export function formatDue({ next, last_on, cents, overdue }: PayDaySummary): string[] {
  if (!next) return [];
  const rest = cents - (overdue?.cents ?? 0) - next.cents;
  return [
    `${formatMoney(next.cents)} is due on ${formatDate(next.pay_on)}`,
    ...(rest && last_on ? [`${formatMoney(rest)} more is due by ${formatDate(last_on)}`] : []),
  ];
}
