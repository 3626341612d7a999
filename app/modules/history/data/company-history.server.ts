import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { auditEntry, job, tripTicket, user } from "#db/schema";
import { getDay, getDayBounds } from "~/lib/time/time";
import { canReadDiff, getHistoryRights } from "~/modules/jobs/rules/history-rights";
import { jobZoneSql, millZoneSql } from "~/modules/jobs/shared/place-zones.server";
import { isTimeField } from "~/modules/trip-tickets/rules/edit-boxes";
import { LAND_HISTORY_KEYS } from "~/modules/trip-tickets/rules/land";
import { getZoneOfTime } from "~/modules/trip-tickets/rules/place-zones";
import type { TicketRole } from "~/modules/trip-tickets/rules/trip-ticket";
import { redactHistoryDetails } from "~/modules/trip-tickets/rules/visible-history";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import { addTicketRights, selectTickets } from "~/modules/trip-tickets/shared/ticket-row.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import {
  ALL_API_KEYS,
  getSubjectActivities,
  HISTORY_FILTER_SUBJECTS,
  type HistoryCursor,
  type HistoryFilter,
} from "../rules/actions";
import { formatCreatorName } from "../rules/creator";
import { addDeviceNote } from "../rules/device-words";
import { getEntryNote, getHeadline } from "../rules/headline";
import { filterReadableDiffs } from "../rules/history";
import { createHistoryFormat } from "../shared/words.server";

/** Number of entries on a page. */
export const COMPANY_HISTORY_PAGE_SIZE = 50;
/**
 * Number of entries scanned per read, and maximum number of reads for a page. A page that reaches the maximum says up
 * to when entries were scanned.
 */
const WINDOW = 300;
const MAX_WINDOWS = 8;

/**
 * SQL condition for entries that the acting company's history may show. These are entries on tickets that it sees, on
 * deleted tickets with its own numbers, and on jobs that it requested or works on.
 */
const entriesVisibleTo = (actor: CompanyActor): SQL => {
  const me = actor.company.id;
  const { trip_ticket, job: jobs } = actor.permissions;
  return sql`(CASE WHEN ${auditEntry.trip_ticket_id} IS NOT NULL
    THEN ${Number(trip_ticket.read)} AND (${visibleTicketsQuery(actor)} OR (${tripTicket.is_deleted} AND ${tripTicket.numbering_company_id} = ${me}))
    ELSE ${Number(jobs.read)} AND (${job.request_user_company_id} = ${me} OR (NOT ${job.is_deleted}
      AND EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = ${job.id} AND p.company_id = ${me}))) END)`;
};

/** Read the ids of the next entries of the company, or of one person, newest first, using an index for each. */
function windowOf(ctx: Ctx<CompanyActor>, { person, day, before }: HistoryFilter) {
  const bounds = day ? getDayBounds(day, ctx.actor.zone) : null;
  return ctx.read
    .select({ id: auditEntry.id, at: auditEntry.created_at })
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.creator_company_id, ctx.actor.company.id),
        person === undefined
          ? undefined
          : person === ALL_API_KEYS
            ? isNull(auditEntry.creator_user_id)
            : eq(auditEntry.creator_user_id, person),
        bounds
          ? sql`${auditEntry.created_at} >= ${bounds.from} AND ${auditEntry.created_at} < ${bounds.before}`
          : undefined,
        before ? sql`(${auditEntry.created_at}, ${auditEntry.id}) < (${before.at}, ${before.id})` : undefined,
      ),
    )
    .orderBy(desc(auditEntry.created_at), desc(auditEntry.id))
    .limit(WINDOW);
}

/** Read the visible entries among these ids, with their jobs and tickets. */
const entriesOf = (ctx: Ctx<CompanyActor>, ids: readonly number[], { noun }: HistoryFilter) =>
  ctx.read
    .select({
      id: auditEntry.id,
      activity: auditEntry.activity,
      created_at: auditEntry.created_at,
      details: auditEntry.details,
      creator_label: auditEntry.creator_label,
      first_name: user.first_name,
      last_name: user.last_name,
      job_id: auditEntry.job_id,
      job: job.name,
      requester: job.request_user_company_id,
      ticket_id: auditEntry.trip_ticket_id,
      number: tripTicket.trip_ticket_number,
      job_zone: jobZoneSql(auditEntry.job_id),
      mill_zone: millZoneSql(tripTicket.job_destination_id),
      is_gone: sql<number>`coalesce(${tripTicket.is_deleted}, ${job.is_deleted})`,
    })
    .from(auditEntry)
    .innerJoin(job, eq(job.id, auditEntry.job_id))
    .leftJoin(tripTicket, eq(tripTicket.id, auditEntry.trip_ticket_id))
    .leftJoin(user, eq(user.id, auditEntry.creator_user_id))
    .where(
      and(
        sql`${auditEntry.id} IN ${jsonListSql(ids)}`,
        entriesVisibleTo(ctx.actor),
        noun ? inArray(auditEntry.activity, [...getSubjectActivities(noun)]) : undefined,
      ),
    );
type Entry = Awaited<ReturnType<typeof entriesOf>>[number];

/**
 * Return the company's roles on tickets whose entries show where wood was cut, because some roles may not read cutting
 * locations.
 */
async function rolesWhereAsked(ctx: Ctx<CompanyActor>, entries: readonly Entry[]) {
  const ids = entries
    .filter(({ details }) => details.diffs?.some((d) => LAND_HISTORY_KEYS.includes(d.key)))
    .flatMap(({ ticket_id }) => ticket_id ?? []);
  if (ids.length === 0) return new Map<number, ReadonlySet<TicketRole>>();
  const rows = await selectTickets(ctx.read).where(
    and(inArray(tripTicket.id, [...new Set(ids)]), visibleTicketsQuery(ctx.actor)),
  );
  return new Map((await addTicketRights(ctx, rows)).map(({ row, roles }) => [row.trip_ticket.id, roles]));
}

/** Format an entry for the reader; return null if the reader's crew may see nothing of it. */
function told(ctx: Ctx<CompanyActor>, entry: Entry, roles: ReadonlySet<TicketRole>) {
  const { permissions, company, zone } = ctx.actor;
  const { activity, details, ticket_id } = entry;
  let diffs = details.diffs ?? [];
  let content = details.content ?? details.company ?? details.file_name ?? null;
  if (ticket_id !== null) {
    const shown = redactHistoryDetails({ roles }, permissions, { activity, details });
    diffs = shown.diffs ?? [];
    content = shown.content ?? null;
  } else {
    const rights = getHistoryRights(permissions);
    if (rights.hidden.some((hidden) => hidden === activity)) return null;
    const open = diffs.filter((d) => canReadDiff(activity, d, rights));
    const readable = filterReadableDiffs(open, company.id, entry.requester);
    if (diffs.length > 0 && !readable?.length) return null;
    diffs = readable ?? [];
  }
  const words = createHistoryFormat(ctx);
  return {
    id: entry.id,
    ...getHeadline({ activity, diffs, content }, (iso, key) =>
      words.instant(iso, isTimeField(key) ? getZoneOfTime(entry, key) : undefined),
    ),
    content: addDeviceNote(getEntryNote(activity, content), details.device, words.instant),
    who: formatCreatorName(entry),
    when: { at: entry.created_at, text: words.instant(entry.created_at) },
    day: getDay(new Date(entry.created_at), zone),
    ticket: ticket_id === null ? null : { id: ticket_id, number: entry.number },
    job: { id: entry.job_id, name: entry.job },
    is_gone: Boolean(entry.is_gone),
  };
}

/**
 * Return every person who ever acted for the company, including those who have left. The query skips from one person to
 * the next in the index, however many entries each person has.
 */
const peopleWhoActed = (ctx: Ctx<CompanyActor>) => {
  const me = ctx.actor.company.id;
  return ctx.read
    .select({ id: user.id, first_name: user.first_name, last_name: user.last_name })
    .from(user)
    .where(
      sql`${user.id} IN (WITH RECURSIVE acted(id) AS (
        SELECT min(creator_user_id) FROM audit_entry WHERE creator_company_id = ${me} AND creator_user_id > 0
        UNION ALL
        SELECT (SELECT min(a.creator_user_id) FROM audit_entry a WHERE a.creator_company_id = ${me} AND a.creator_user_id > acted.id)
          FROM acted WHERE acted.id IS NOT NULL)
        SELECT id FROM acted WHERE id IS NOT NULL)`,
    );
};

const input = z.strictObject({
  person: z.union([z.number().int(), z.literal(ALL_API_KEYS)]).optional(),
  noun: z.enum(HISTORY_FILTER_SUBJECTS).optional(),
  day: z.iso.date().optional(),
  before: z.strictObject({ at: z.string().max(40), id: z.number().int() }).optional(),
});

/**
 * Actions of the acting company's people, newest first, filtered by person, subject, and day. The next page starts
 * after the last scanned entry, so that every page costs the same.
 */
export const getCompanyHistory = procedure({
  name: "getCompanyHistory",
  may: "crew_member.read",
  input,
  async run(ctx, query) {
    const entries = [];
    let next: HistoryCursor | null = query.before ?? null;
    let more = true;
    for (let reads = 0; more && entries.length < COMPANY_HISTORY_PAGE_SIZE && reads < MAX_WINDOWS; reads++) {
      const window: HistoryCursor[] = await windowOf(ctx, { ...query, before: next ?? undefined });
      const results = await entriesOf(
        ctx,
        window.map(({ id }) => id),
        query,
      );
      const roles = await rolesWhereAsked(ctx, results);
      const byId = new Map(results.map((entry) => [entry.id, entry]));
      more = window.length === WINDOW;
      for (const [index, { id, at }] of window.entries()) {
        const entry = byId.get(id);
        const line = entry && told(ctx, entry, roles.get(entry.ticket_id ?? 0) ?? new Set());
        next = { id, at };
        if (line) entries.push(line);
        if (entries.length === COMPANY_HISTORY_PAGE_SIZE) {
          more ||= index < window.length - 1;
          break;
        }
      }
    }
    const people = (await peopleWhoActed(ctx)).map(({ id, first_name, last_name }) => ({
      id,
      name: [first_name, last_name].filter(Boolean).join(" "),
    }));
    const words = createHistoryFormat(ctx);
    return {
      entries,
      /** Cursor of the next page, with the time up to which entries were scanned; null at the end. */
      next: more && next ? { ...next, text: words.instant(next.at) } : null,
      people: people.sort((a, b) => a.name.localeCompare(b.name)),
      today: getDay(ctx.now, ctx.actor.zone),
    };
  },
});
export type CompanyHistory = Awaited<ReturnType<typeof getCompanyHistory.run>>;
