import { asc, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { job, tripTicket, tripTicketCertification } from "#db/schema";
import { certificationsText, type Job, type RecordKind, type Ticket } from "./columns.server";

/** The tickets or jobs with these ids as their histories are held against them, by their ids. */
export async function recordedRows(
  read: Read,
  kind: RecordKind,
  ids: readonly number[],
): Promise<(Ticket | Job)[]> {
  const these = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  if (kind === "job") return read.select().from(job).where(sql`${job.id} IN ${these}`).orderBy(asc(job.id));
  const [tickets, held] = await Promise.all([
    read.select().from(tripTicket).where(sql`${tripTicket.id} IN ${these}`).orderBy(asc(tripTicket.id)),
    read
      .select()
      .from(tripTicketCertification)
      .where(sql`${tripTicketCertification.trip_ticket_id} IN ${these}`),
  ]);
  const of = (id: number) => certificationsText(held.filter((c) => c.trip_ticket_id === id));
  return tickets.map((t) => ({ ...t, certifications: of(t.id) }));
}
