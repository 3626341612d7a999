import { countDays, shiftDay } from "~/lib/time/date-range";

/** Rule of a state for reporting to land owners. Days are calendar days at the job. */
export type OwnerReportRule = {
  starts: "harvest_end" | "delivery" | "request";
  days: number;
  label: string;
  source: string;
};
export type OwnerReportFacts = {
  /** Day the harvest was completed; null while it continues. */
  harvest_ended_on: string | null;
  /** Days on which the owner requested a report. */
  asked_on: readonly string[];
  /** First day with a delivery that no report covers; null if none. */
  first_unreported: string | null;
  reports: readonly { delivered_on: string; covers_to: string }[];
};
export type OwnerReportDeadline = Pick<OwnerReportRule, "label" | "source" | "starts"> &
  (
    | { state: "waiting" | "met"; due_on: null; days: null }
    | { state: "due"; due_on: string /** Negative if overdue. */; days: number }
  );

/** Return the day from which the rule's deadline counts; null if nothing started it yet, "met" if a report met it. */
function runsFrom(rule: OwnerReportRule, facts: OwnerReportFacts): string | "met" | null {
  const answered = (day: string) => facts.reports.some(({ delivered_on }) => delivered_on >= day);
  if (rule.starts === "delivery") return facts.first_unreported ?? (facts.reports.length ? "met" : null);
  if (rule.starts === "request") {
    const open = facts.asked_on.filter((day) => !answered(day)).sort();
    return open[0] ?? (facts.asked_on.length ? "met" : null);
  }
  const { harvest_ended_on: ended, first_unreported } = facts;
  if (ended === null) return null;
  return answered(ended) && first_unreported === null ? "met" : ended;
}

/** Compute the status, due date and days left of the report that a state's rule requires for the land owner. */
export function computeOwnerReportDeadline(
  rule: OwnerReportRule,
  facts: OwnerReportFacts,
  today: string,
): OwnerReportDeadline {
  const { label, source, starts, days } = rule;
  const from = runsFrom(rule, facts);
  if (from === null || from === "met")
    return { label, source, starts, state: from === null ? "waiting" : "met", due_on: null, days: null };
  const due_on = shiftDay(from, days);
  const left =
    due_on >= today ? countDays({ start: today, end: due_on }) : -countDays({ start: due_on, end: today });
  return { label, source, starts, state: "due", due_on, days: left };
}

/** Days before the due date on which the people responsible for the report are notified. */
export const OWNER_REPORT_NOTICE_DAYS = [7, 1] as const;
