import { asc, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { job, tripTicket, tripTicketCertification } from "#db/schema";
import {
  formatCertifications,
  type RecordedJob,
  type RecordedTicket,
  type RecordKind,
} from "./columns.server";

/** Read the tickets or jobs with these ids, sorted by id, in the form that is compared with their histories. */
export async function readRecordedRows(
  read: Read,
  kind: RecordKind,
  ids: readonly number[],
): Promise<(RecordedTicket | RecordedJob)[]> {
  const these = jsonListSql(ids);
  if (kind === "job") return read.select().from(job).where(sql`${job.id} IN ${these}`).orderBy(asc(job.id));
  const [tickets, held] = await Promise.all([
    read.select().from(tripTicket).where(sql`${tripTicket.id} IN ${these}`).orderBy(asc(tripTicket.id)),
    read
      .select()
      .from(tripTicketCertification)
      .where(sql`${tripTicketCertification.trip_ticket_id} IN ${these}`),
  ]);
  const of = (id: number) => formatCertifications(held.filter((c) => c.trip_ticket_id === id));
  return tickets.map((t) => ({ ...t, certifications: of(t.id) }));
}
