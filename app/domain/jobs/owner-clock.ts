import { daysBetween, plusDays } from "~/domain/time/date-range";

/** What a state asks, and what is known of a job; days are the job's own. */
export type OwnerRule = {
  starts: "harvest_end" | "delivery" | "request";
  days: number;
  label: string;
  source: string;
};
export type OwnerFacts = {
  /** When the harvest was complete; null while it continues. */
  harvest_ended_on: string | null;
  /** The days on which the owner asked. */
  asked_on: readonly string[];
  /** The first day with a delivery that no report covers; null without one. */
  first_unreported: string | null;
  reports: readonly { given_on: string; covers_to: string }[];
};
export type OwnerClock = Pick<OwnerRule, "label" | "source" | "starts"> &
  (
    | { state: "waiting" | "met"; due_on: null; days: null }
    | { state: "due"; due_on: string /** Below zero where it is over. */; days: number }
  );

/** From which day a rule's time runs now; null where nothing started it, "met" where a report answered it. */
function runsFrom(rule: OwnerRule, facts: OwnerFacts): string | "met" | null {
  const answered = (day: string) => facts.reports.some(({ given_on }) => given_on >= day);
  if (rule.starts === "delivery") return facts.first_unreported ?? (facts.reports.length ? "met" : null);
  if (rule.starts === "request") {
    const open = facts.asked_on.filter((day) => !answered(day)).sort();
    return open[0] ?? (facts.asked_on.length ? "met" : null);
  }
  const { harvest_ended_on: ended, first_unreported } = facts;
  if (ended === null) return null;
  return answered(ended) && first_unreported === null ? "met" : ended;
}

/** How long a state leaves for the report to the land owner, and when it is due. */
export function ownerClockOf(rule: OwnerRule, facts: OwnerFacts, today: string): OwnerClock {
  const { label, source, starts, days } = rule;
  const from = runsFrom(rule, facts);
  if (from === null || from === "met")
    return { label, source, starts, state: from === null ? "waiting" : "met", due_on: null, days: null };
  const due_on = plusDays(from, days);
  const left =
    due_on >= today
      ? daysBetween({ start: today, end: due_on })
      : -daysBetween({ start: due_on, end: today });
  return { label, source, starts, state: "due", due_on, days: left };
}

/** The days before a report is due on which those who owe it are told. */
export const OWNER_NOTICE_DAYS = [7, 1] as const;
