import { sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { isOnlyLandOwner } from "~/lib/access/company-roles";
import { DECLINED_LIST_MS } from "~/modules/jobs/rules/contracts";
import { getListActions } from "~/modules/trip-tickets/rules/list-actions";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { paths } from "~/web/paths";
import type { ReadCtx } from "~/web/procedure";
import { buildActiveJobCondition, buildNewestJobsQuery, NEWEST_JOBS_SQL } from "./newest-jobs.server";
import {
  DELIVERED_TO_DATE_SQL,
  formatDeliveredToDate,
  formatGoals,
  GOAL_PROGRESS_SQL,
  getGoalPeriods,
  isGoalBehind,
  type ProgressRow,
} from "./progress.server";

export type ActionItem = { key: string; words: string; count: number; href: string };

/** Maximum number of jobs listed for each kind of action item; further jobs are only counted. */
const NAMED = 3;
const DAY_MS = 86_400_000;
const ANSWER_WITHIN_MS = 3 * DAY_MS;
const NEWEST_STATEMENTS = 5;
const STATEMENTS_MS = 30 * DAY_MS;

const placeholder = sql.placeholder;
const me = placeholder("me");

/**
 * Query the numbers of missing load numbers (without a load or a blank sheet) on jobs whose numbers the company
 * manages, as on a job's Checks page.
 */
const gaps = sql`SELECT 'gaps' AS kind, j.id, j.name, s.last - (SELECT count(*) FROM trip_ticket t WHERE t.job_id = j.id)
      - (SELECT count(*) FROM blank_sheet b WHERE b.job_id = j.id AND NOT EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = j.id AND t.load_number = b.load_number)) AS n
    FROM managed x CROSS JOIN job j ON j.id = x.id
    JOIN number_series s ON s.kind = 'load' AND s.owner_id = j.id`;

/**
 * Query the numbers of delivered loads without a hauler, whose hauling is paid to nobody, on jobs whose numbers the
 * company manages.
 */
const unhauled = sql`SELECT 'unhauled', j.id, j.name, (SELECT count(*) FROM trip_ticket t INDEXED BY trip_ticket_not_hauled
      WHERE t.job_id = j.id AND t.hauler_company_id IS NULL AND t.trip_ticket_status_id = ${sql.raw(String(STATUS.completed))} AND t.is_deleted = 0)
    FROM managed x CROSS JOIN job j ON j.id = x.id`;

/** Query the numbers of companies that cut, skid or haul on the company's jobs and have no rate at all. */
const rates = sql`SELECT 'rates', j.id, j.name, (SELECT count(*) FROM job_party p WHERE p.job_id = j.id AND p.company_id <> ${me}
      AND (p.is_cutter = 1 OR p.is_skidder = 1 OR p.is_hauler = 1))
    FROM requested x CROSS JOIN job j ON j.id = x.id
   WHERE ${placeholder("sees_rates")} AND NOT EXISTS (SELECT 1 FROM job_haul_rate r WHERE r.job_id = j.id AND r.ended_on IS NULL)
     AND NOT EXISTS (SELECT 1 FROM job_product_rate r WHERE r.job_id = j.id AND r.ended_on IS NULL)`;

/** Query the numbers of companies that were invited to a job days ago and haven't answered. */
const unanswered = sql`SELECT 'unanswered', j.id, j.name, (SELECT count(*) FROM job_membership s WHERE s.job_id = j.id
      AND s.accepted_at IS NULL AND s.invited_at < ${placeholder("asked_before")})
    FROM managed x CROSS JOIN job j ON j.id = x.id WHERE ${placeholder("sees_companies")}`;

/**
 * Query the numbers of companies that recently declined a job, so that another must be invited; the job's companies
 * page names them.
 */
const declined = sql`SELECT 'declined', j.id, j.name, (SELECT count(*) FROM job_company d WHERE d.job_id = j.id
      AND d.declined_at >= ${placeholder("declined_since")})
    FROM managed x CROSS JOIN job j ON j.id = x.id WHERE ${placeholder("sees_companies")}`;

/** Query the jobs on which the company's own contract or rates changed after it accepted them. */
const changed = sql`SELECT 'changed', j.id, j.name, 1
    FROM job_party p CROSS JOIN job j ON j.id = p.job_id
   WHERE p.company_id = ${me} AND p.contract_changed_at > p.accepted_at AND j.request_user_company_id <> ${me} AND ${buildActiveJobCondition("j")} AND ${placeholder("answers")}`;

/** Query the numbers of lines on the newest mill statements that match none of the company's loads. */
const unmatched = sql`SELECT 'unmatched', latest.id, m.name, (SELECT count(*) FROM mill_statement_line l
      WHERE l.mill_statement_id = latest.id AND l.trip_ticket_id IS NULL)
    FROM (SELECT id, mill_company_id FROM mill_statement WHERE company_id = ${me} AND created_at >= ${placeholder("statements_since")}
        AND mapped_at IS NOT NULL ORDER BY created_at DESC LIMIT ${sql.raw(String(NEWEST_STATEMENTS))}) latest
    JOIN company m ON m.id = latest.mill_company_id WHERE ${placeholder("reconciles")}`;

/**
 * Query products of which more was hauled from a landing than its inventory contained (`sumLandingStock`), in tons as
 * on the landing's page.
 */
const landings = sql`SELECT 'landing', h.job, h.name, sum(h.held < -0.5 AND h.counted) FROM (
      SELECT l.job_id AS job, j.name, sum(i.estimated_volume_remaining * CASE i.wood_unit_type_id WHEN 1 THEN 4.8 WHEN 3 THEN 2.4 ELSE 1 END) AS held,
          max(i.trip_ticket_id IS NULL AND i.is_deleted = 0) AS counted
        FROM (${buildNewestJobsQuery(sql`(p.is_land_manager = 1 OR p.is_cutter = 1 OR p.is_skidder = 1)`)}) x CROSS JOIN job j ON j.id = x.id
        CROSS JOIN landing l ON l.job_id = j.id AND l.is_deleted = 0 CROSS JOIN landing_inventory i ON i.landing_id = l.id
       WHERE ${placeholder("sees_landings")}
       GROUP BY l.id, i.product_type_id, i.wood_species_id, i.wood_species_type_id) h GROUP BY h.job`;

/**
 * Read all action items in one query. Rows contain a count for each job; for a goal its grain, target and progress; for
 * a land owner's job the volume delivered.
 */
const needs = prepareQuery((read: Read) =>
  read
    .select({
      kind: sql<Kind | ProgressRow["kind"]>`n.kind`,
      id: sql<number>`n.id`,
      name: sql<string>`n.name`,
      n: sql<number>`n.n`,
    })
    .from(
      sql`(${NEWEST_JOBS_SQL} ${gaps} UNION ALL ${unhauled} UNION ALL ${rates} UNION ALL ${unanswered} UNION ALL ${declined} UNION ALL ${changed}
        UNION ALL ${unmatched} UNION ALL ${landings} UNION ALL ${GOAL_PROGRESS_SQL} UNION ALL ${DELIVERED_TO_DATE_SQL}) n`,
    )
    .where(sql`n.n > 0 OR n.kind IN ('week', 'month')`)
    .orderBy(sql`n.kind, n.n DESC, n.id DESC`),
);

function behindOf(count: number): ActionItem[] {
  const words = count === 1 ? "goal is behind the plan" : "goals are behind the plan";
  return count ? [{ key: "behind", words, count, href: `${paths.production}?report=plan` }] : [];
}

/**
 * Texts and link of each kind of action item: the text for one job, the page it links to, and the text for further
 * jobs.
 */
const KINDS = {
  gaps: {
    href: (id: number) => paths.job(id, "checks"),
    all: "/jobs",
    one: "load number is missing on",
    many: "load numbers are missing on",
    rest: "more jobs are missing load numbers",
  },
  unhauled: {
    href: (id: number) => `${paths.job(id, "checks")}#no-hauler`,
    all: "/jobs",
    one: "delivered load has no hauler on",
    many: "delivered loads have no hauler on",
    rest: "more jobs have delivered loads without a hauler",
  },
  landing: {
    href: (id: number) => paths.job(id, "landing"),
    all: "/jobs",
    one: "product is below zero on a landing of",
    many: "products are below zero on landings of",
    rest: "more jobs have landings below zero",
  },
  rates: {
    href: (id: number) => paths.job(id, "rates"),
    all: "/jobs",
    one: "company has no rate on",
    many: "companies have no rate on",
    rest: "more jobs have no rate",
  },
  changed: {
    href: (id: number) => paths.job(id, "accept"),
    all: "/jobs",
    one: "changed contract to accept on",
    many: "changed contracts to accept on",
    rest: "more jobs have a changed contract",
  },
  declined: {
    href: (id: number) => paths.job(id, "companies"),
    all: "/jobs",
    one: "company declined",
    many: "companies declined",
    rest: "more jobs were declined",
  },
  unmatched: {
    href: (id: number) => `${paths.statement(id)}#theirs`,
    all: paths.reconcile,
    one: "line doesn't match any of your loads on the statement from",
    many: "lines don't match any of your loads on the statement from",
    rest: "more statements have lines that don't match",
  },
  unanswered: {
    href: (id: number) => paths.job(id, "companies"),
    all: "/jobs",
    one: "company hasn't answered for three days on",
    many: "companies haven't answered for three days on",
    rest: "more jobs wait for companies to answer",
  },
} as const;
type Kind = keyof typeof KINDS;

const isProgress = (row: { kind: Kind | ProgressRow["kind"] }): row is ProgressRow => !(row.kind in KINDS);

/**
 * Return tasks that the office would otherwise have to find by checking each job: gaps in load numbers, delivered loads
 * without a hauler, jobs without rates, landings below zero, companies that don't answer or declined, changed
 * contracts, unmatched mill statement lines, goals that are behind. Each links to the page that shows the same number.
 * The same query returns the progress of goals and of a land owner's jobs.
 */
export async function readActionItems(ctx: ReadCtx) {
  const { read, actor, now } = ctx;
  const may = actor.permissions;
  const { today, days, asked } = getGoalPeriods(ctx);
  const rows = await needs(read, {
    ...asked,
    me: actor.company.id,
    sees_rates: may.job_rate.read ? 1 : 0,
    sees_companies: may.job_company.read ? 1 : 0,
    sees_landings: may.landing_inventory.read ? 1 : 0,
    sees_goals: getListActions(actor).works || actor.company.roles.is_mill ? 1 : 0,
    owns: actor.company.roles.is_land_owner && isOnlyLandOwner(actor.company.roles) ? 1 : 0,
    answers: may.job_company.read && may.job_company.update ? 1 : 0,
    reconciles: may.trip_ticket.update ? 1 : 0,
    asked_before: new Date(now.getTime() - ANSWER_WITHIN_MS).toISOString(),
    declined_since: new Date(now.getTime() - DECLINED_LIST_MS).toISOString(),
    statements_since: new Date(now.getTime() - STATEMENTS_MS).toISOString(),
  });
  const progress = rows.filter(isProgress);
  const behind = progress.filter((row) => isGoalBehind(row, days, today)).length;
  const named = Object.entries(KINDS).flatMap(([kind, said]) => {
    const matches = rows.filter((row) => row.kind === kind);
    const rest = matches.length - NAMED;
    return [
      ...matches.slice(0, NAMED).map(({ id, name, n }) => ({
        key: `${kind}_${id}`,
        words: `${n === 1 ? said.one : said.many} ${name}`,
        count: n,
        href: said.href(id),
      })),
      ...(rest > 0 ? [{ key: `${kind}_more`, words: said.rest, count: rest, href: said.all }] : []),
    ];
  });
  const needsYou: ActionItem[] = [...behindOf(behind), ...named];
  return {
    needs: needsYou,
    goals: formatGoals(progress, days, today),
    to_date: actor.company.roles.is_land_owner ? formatDeliveredToDate(progress) : null,
  };
}
