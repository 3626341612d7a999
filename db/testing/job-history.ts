import { sql } from "drizzle-orm";
import { diffRecordedColumns } from "~/modules/history/shared/columns.server";
import type { Database } from "../client.server";
import { insertRow } from "../factories";
import { createPastHistory } from "../past-history";
import * as t from "../schema";

/** Add the first history entry, as the app writes it, to jobs that a test inserted directly. */
export async function addJobHistory(db: Database) {
  const jobs = await db.read
    .select()
    .from(t.job)
    .where(
      sql`NOT EXISTS (SELECT 1 FROM audit_entry a WHERE a.job_id = job.id AND a.trip_ticket_id IS NULL)`,
    );
  for (const row of jobs) {
    const created = {
      activity: "job_created",
      creator_user_id: row.creator_user_id,
      creator_company_id: row.request_user_company_id,
      created_at: row.created_at,
      details: { row: diffRecordedColumns("job", row) },
    };
    for (const entry of createPastHistory({ uid: row.uid, job_id: row.id, trip_ticket_id: null }, [created]))
      await insertRow(db, t.auditEntry, entry);
  }
}
