import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { company, ownerReport, reportDeadlineStart, stateOwnerRule, tripTicket, user } from "#db/schema";
import { getDay, getDayBounds } from "~/lib/time/time";
import { computeOwnerReportDeadline, type OwnerReportDeadline } from "~/modules/jobs/rules/owner-clock";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";

type OfJob = { id: number; us_state_id: number };

export const readOwnerReports = (read: Read, jobId: number) =>
  read.select().from(ownerReport).where(eq(ownerReport.job_id, jobId)).orderBy(desc(ownerReport.id));

/** Return who recorded each report of a job: the person, or the name of the API key, and their company. */
export async function readReportRecorders(read: Read, jobId: number): Promise<Map<number, string>> {
  const rows = await read
    .select({
      id: ownerReport.id,
      label: ownerReport.creator_label,
      first_name: user.first_name,
      last_name: user.last_name,
      company: company.name,
    })
    .from(ownerReport)
    .innerJoin(company, eq(company.id, ownerReport.creator_company_id))
    .leftJoin(user, eq(user.id, ownerReport.creator_user_id))
    .where(eq(ownerReport.job_id, jobId));
  return new Map(
    rows.map((r) => {
      const person = r.label ?? [r.first_name, r.last_name].filter(Boolean).join(" ");
      return [r.id, [person, r.company].filter(Boolean).join(", ")];
    }),
  );
}

const asSpans = (reports: readonly { covers_from: string; covers_to: string }[], zone: string) =>
  JSON.stringify(
    reports.map((r) => [
      getDayBounds(r.covers_from, zone)?.from ?? "",
      getDayBounds(r.covers_to, zone)?.before ?? "",
    ]),
  );

/** Return the time of a job's first delivery that no report covers; null if there is none. */
async function firstUnreported(read: Read, jobId: number, spans: string): Promise<string | null> {
  const [row] = await read
    .select({ at: sql<string | null>`min(${tripTicket.dropped_off_at})` })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.job_id, jobId),
        eq(tripTicket.is_deleted, false),
        eq(tripTicket.is_sample, false),
        eq(tripTicket.trip_ticket_status_id, STATUS.completed),
        sql`NOT EXISTS (SELECT 1 FROM json_each(${spans}) s WHERE ${tripTicket.dropped_off_at} >= json_extract(s.value, '$[0]')
          AND ${tripTicket.dropped_off_at} < json_extract(s.value, '$[1]'))`,
      ),
    );
  return row?.at ?? null;
}

/**
 * Return when the report to a job's land owner is due by the rules of the job's state, and the facts on which this is
 * based.
 */
export async function readOwnerReportDeadline(read: Read, job: OfJob, zone: string, now: Date) {
  const [rules, said, reports] = await Promise.all([
    read.select().from(stateOwnerRule).where(eq(stateOwnerRule.us_state_id, job.us_state_id)),
    read
      .select()
      .from(reportDeadlineStart)
      .where(eq(reportDeadlineStart.job_id, job.id))
      .orderBy(asc(reportDeadlineStart.id)),
    readOwnerReports(read, job.id),
  ]);
  const first = rules.length ? await firstUnreported(read, job.id, asSpans(reports, zone)) : null;
  const harvest_ended_on = said.filter(({ kind }) => kind === "harvest_end").at(-1)?.starts_on ?? null;
  const facts = {
    harvest_ended_on,
    asked_on: said.flatMap(({ kind, starts_on }) => (kind === "request" && starts_on ? [starts_on] : [])),
    first_unreported: first === null ? null : getDay(new Date(first), zone),
    reports,
  };
  const clocks: OwnerReportDeadline[] = rules.map((rule) =>
    computeOwnerReportDeadline(rule, facts, getDay(now, zone)),
  );
  return {
    clocks,
    harvest_ended_on,
    asked_on: facts.asked_on,
    first_unreported: facts.first_unreported,
    reports,
  };
}
