import type { PayOf } from "~/core/settling/pay-of.server";
import { count } from "~/domain/text/text";
import { formatDate } from "~/domain/time/time";

/** So many companies are named with their next pay day, the soonest first, and so many of those that have set none. */
const MOST_DAYS = 5;
const MOST_NAMES = 3;
const list = new Intl.ListFormat("en-US");

/** When a company's payers pay next, in a few lines however many they are. */
export function payDayWords(payers: PayOf["payers"]): string[] {
  const days = payers
    .flatMap(({ name, next_pay_on }) => (next_pay_on ? [{ name, on: next_pay_on }] : []))
    .sort((a, b) => a.on.localeCompare(b.on) || a.name.localeCompare(b.name));
  const unset = payers.filter(({ next_pay_on }) => !next_pay_on).map(({ name }) => name);
  const more = days.length - MOST_DAYS;
  // Nobody is hidden behind "1 other": that's as long as a name.
  const named = unset.length <= MOST_NAMES + 1 ? unset : unset.slice(0, MOST_NAMES);
  const others = unset.length - named.length;
  return [
    ...days.slice(0, MOST_DAYS).map(({ name, on }) => `${name} pays next on ${formatDate(on)}`),
    ...(more > 0 ? [`${count(more, "more company has", "more companies have")} a pay day`] : []),
    ...(unset.length
      ? [`No pay day is set by ${list.format([...named, ...(others ? [count(others, "other")] : [])])}`]
      : []),
  ];
}
