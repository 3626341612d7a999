import { createHash } from "node:crypto";
import { formatHashInput } from "~/modules/history/rules/history";
import type { AuditDetails, auditEntry } from "./schema";

export type PastEntry = {
  activity: string;
  creator_user_id: number | null;
  creator_company_id: number | null;
  created_at: string;
  details: AuditDetails;
};

/** Create history entries of the past, chained as the app chains them. */
export function createPastHistory(
  subject: { uid: string; job_id: number; trip_ticket_id: number | null },
  entries: PastEntry[],
): (typeof auditEntry.$inferInsert)[] {
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  let prev = sha(`timbertally:${subject.uid}`);
  return entries.map((entry, index) => {
    const chained = { seq: index + 1, creator_label: null, ...entry };
    const row = {
      ...chained,
      job_id: subject.job_id,
      trip_ticket_id: subject.trip_ticket_id,
      prev_hash: prev,
      hash: sha(formatHashInput(prev, chained)),
    };
    prev = row.hash;
    return row;
  });
}
