import type { PartnerDays, PayOf } from "~/core/settling/pay-of.server";
import { formatMoney } from "~/domain/money/money";
import type { PayDays } from "~/domain/settling/pay-days";
import { count } from "~/domain/text/text";
import { formatDate } from "~/domain/time/time";

/** So many companies are named with their next pay day, the soonest first, and so many of those that have set none. */
const MAX_DAYS = 5;
const MAX_NAMES = 3;
const list = new Intl.ListFormat("en-US");

/** The partners whose day is the soonest, and how many more have one. */
function soonest(partners: readonly PartnerDays[], dayOf: (partner: PartnerDays) => string | null) {
  const all = partners
    .flatMap((partner) => {
      const on = dayOf(partner);
      return on === null ? [] : [{ partner, on }];
    })
    .sort((a, b) => a.on.localeCompare(b.on) || a.partner.name.localeCompare(b.partner.name));
  return { first: all.slice(0, MAX_DAYS), more: Math.max(0, all.length - MAX_DAYS) };
}

/** "Acme: $120.00 overdue since Fri, Nov 20, 2026", the oldest first. */
export function overdueLabels(partners: readonly PartnerDays[]): string[] {
  const { first, more } = soonest(partners, ({ days }) => days.overdue?.since ?? null);
  return [
    ...first.map(
      ({ partner, on }) =>
        `${partner.name}: ${formatMoney(partner.days.overdue?.cents ?? 0)} overdue since ${formatDate(on)}`,
    ),
    ...(more ? [`${count(more, "more company is", "more companies are")} overdue`] : []),
  ];
}

/** When a company's payers pay next, in a few lines however many they are. */
export function payDayWords(payers: PayOf["payers"]): string[] {
  const { first, more } = soonest(payers, ({ days, usual_on }) => days.next?.pay_on ?? usual_on);
  const unset = payers
    .filter(({ days, usual_on }) => !days.next && !days.overdue && !usual_on)
    .map(({ name }) => name);
  // Nobody is hidden behind "1 other": that's as long as a name.
  const named = unset.length <= MAX_NAMES + 1 ? unset : unset.slice(0, MAX_NAMES);
  const others = unset.length - named.length;
  return [
    ...first.map(({ partner: { name, days }, on }) =>
      days.next
        ? `${name} pays ${formatMoney(days.next.cents)} on ${formatDate(on)}`
        : `${name} pays next on ${formatDate(on)}`,
    ),
    ...(more > 0 ? [`${count(more, "more company has", "more companies have")} a pay day`] : []),
    ...(unset.length
      ? [`No pay day is set by ${list.format([...named, ...(others ? [count(others, "other")] : [])])}`]
      : []),
  ];
}

/** "$120.00 is due on Fri, Nov 27, 2026" for who pays, with the rest where there is more than one day. */
export function dueLabels({ next, last_on, cents, overdue }: PayDays): string[] {
  if (!next) return [];
  const rest = cents - (overdue?.cents ?? 0) - next.cents;
  return [
    `${formatMoney(next.cents)} is due on ${formatDate(next.pay_on)}`,
    ...(rest && last_on ? [`${formatMoney(rest)} more is due by ${formatDate(last_on)}`] : []),
  ];
}
