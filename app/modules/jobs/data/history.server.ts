import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { type AuditDetails, auditEntry, company, user } from "#db/schema";
import { formatCreator, formatCreatorName } from "~/modules/history/rules/creator";
import { getHeadline } from "~/modules/history/rules/headline";
import { type Diff, filterReadableDiffs } from "~/modules/history/rules/history";
import { auditsOutput } from "~/modules/history/rules/output";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import type { CompanyActor } from "~/web/actor";
import { getRowLimit, pagingParams } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import {
  CONTRACT_KEYS,
  canReadDiff,
  DESTINATION_KEY_SEPARATOR,
  getHistoryRights,
  type HistoryRights,
  JOB_UPDATED,
} from "../rules/history-rights";
import { requireJobRight, type VisibleJob } from "../shared/authorize.server";

/** SQL condition on a line `d` of an entry, equivalent to `canReadDiff` and `filterReadableDiffs`. */
function readableLine(me: number, requester: number, rights: HistoryRights): SQL {
  const key = sql`json_extract(d.value, '$.key')`;
  const isReader =
    me === requester
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM json_each(json_extract(d.value, '$.readers')) r WHERE r.value = ${me})`;
  return sql`CASE WHEN json_extract(d.value, '$.readers') IS NULL
    THEN ${auditEntry.activity} <> ${JOB_UPDATED} OR ${key} NOT IN ${jsonListSql(rights.hidden_keys)} AND (${Number(rights.mixes)} OR instr(${key}, ${DESTINATION_KEY_SEPARATOR}) = 0)
    ELSE ${isReader} AND CASE WHEN ${key} IN ${jsonListSql(CONTRACT_KEYS)} THEN ${Number(rights.contracts)} ELSE ${Number(rights.rates)} END END`;
}

/**
 * Return a job's history as the acting user may read it, newest first. Other companies' prices and contracts are left
 * out, and so is anything that the user's crew may not read on its own page. Entries with nothing left are filtered out
 * in the database, so that pages stay full.
 */
async function readJobHistory(ctx: Ctx<CompanyActor>, job: VisibleJob, take: number, skip: number) {
  const me = job.me;
  const requester = job.job.request_user_company_id;
  const rights = getHistoryRights(ctx.actor.permissions);
  const readable = sql`${auditEntry.activity} NOT IN ${jsonListSql(rights.hidden)}
    AND (coalesce(json_array_length(${auditEntry.details}, '$.diffs'), 0) = 0
      OR EXISTS (SELECT 1 FROM json_each(json_extract(${auditEntry.details}, '$.diffs')) d WHERE ${readableLine(me, requester, rights)}))`;
  const where = and(eq(auditEntry.job_id, job.job.id), isNull(auditEntry.trip_ticket_id), readable);
  const [rows, [total]] = await Promise.all([
    ctx.read
      .select({
        id: auditEntry.id,
        activity: auditEntry.activity,
        created_at: auditEntry.created_at,
        details: auditEntry.details,
        creator_user_id: auditEntry.creator_user_id,
        creator_company_id: auditEntry.creator_company_id,
        creator_label: auditEntry.creator_label,
        first_name: user.first_name,
        last_name: user.last_name,
        company: company.name,
      })
      .from(auditEntry)
      .leftJoin(user, eq(user.id, auditEntry.creator_user_id))
      .leftJoin(company, eq(company.id, auditEntry.creator_company_id))
      .where(where)
      .orderBy(desc(auditEntry.seq))
      .limit(getRowLimit(take))
      .offset(skip),
    ctx.read.select({ n: sql<number>`count(*)` }).from(auditEntry).where(where),
  ]);
  const entries = rows.map((row) => ({
    ...row,
    diffs:
      filterReadableDiffs(
        (row.details.diffs ?? []).filter((d) => canReadDiff(row.activity, d, rights)),
        me,
        requester,
      ) ?? [],
  }));
  return { entries, total: total?.n ?? 0 };
}

export const HISTORY_PAGE_SIZE = 20;

/** List a job's history in words, twenty entries a page. */
export const getJobHistory = procedure({
  name: "getJobHistory",
  may: "job.read",
  input: z.strictObject({ id: z.number().int(), page: z.number().int().min(0).max(100_000).default(0) }),
  async run(ctx, { id, page }) {
    const job = await requireJobRight(ctx, id, "see_history");
    const { entries, total } = await readJobHistory(ctx, job, HISTORY_PAGE_SIZE, page * HISTORY_PAGE_SIZE);
    const words = createHistoryFormat(ctx);
    return {
      total,
      page,
      history: entries.map((h) => ({
        id: h.id,
        ...getHeadline({ activity: h.activity, diffs: h.diffs, content: h.details.content ?? null }, (iso) =>
          words.instant(iso),
        ),
        who: formatCreatorName(h),
        company: h.company,
        when: { at: h.created_at, text: words.instant(h.created_at) },
        content: h.details.content ?? h.details.company ?? h.details.file_name ?? null,
      })),
    };
  },
});

/** Return entry details for API clients: the readable lines, without the columns used for checking. */
const readable = ({ row: _row, ...details }: AuditDetails, diffs: Diff[]) => ({
  ...details,
  ...(details.diffs ? { diffs } : {}),
});

/** List a job's history for API clients; job id 0 returns an empty list (docs/domain.md#programs). */
export const listJobAudits = procedure({
  name: "listJobAudits",
  may: "job.read",
  input: z.strictObject({ job_id: z.number().int(), ...pagingParams }),
  output: auditsOutput,
  async run(ctx, { job_id, take, skip }) {
    if (job_id === 0) return { audits: [], meta: { total: 0, skip, take } };
    const job = await requireJobRight(ctx, job_id, "see_history");
    const { entries, total } = await readJobHistory(ctx, job, take, skip);
    const audits = entries.map((h) => ({
      id: h.id,
      activity: h.activity,
      created_at: h.created_at,
      job_id,
      trip_ticket_id: null,
      details: readable(h.details, h.diffs),
      ...formatCreator(h),
    }));
    return { audits, meta: { total, skip, take } };
  },
});
