import { sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepared } from "#db/prepared.server";
import { DECLINED_MS } from "~/core/jobs/contracts";
import { listActions } from "~/core/tickets/list-actions";
import { onlyReads } from "~/domain/access/company-roles";
import { paths } from "~/web/paths";
import type { Reading } from "~/web/procedure";
import { ACTIVE, jobsWhere, NEWEST } from "./newest-jobs.server";
import {
  goalPeriods,
  goals,
  goalsIn,
  isGoalBehind,
  type Progress,
  toDate,
  toDateIn,
} from "./progress.server";

export type Need = { key: string; words: string; count: number; href: string };

/** So many jobs are named for each kind of need; of the others it says how many there are. */
const NAMED = 3;
const DAY_MS = 86_400_000;
const ANSWER_WITHIN_MS = 3 * DAY_MS;
const NEWEST_STATEMENTS = 5;
const STATEMENTS_MS = 30 * DAY_MS;

const at = sql.placeholder;
const me = at("me");

/** Load numbers that no load and no blank sheet has, of jobs whose numbers the company keeps (see the Checks of a job). */
const gaps = sql`SELECT 'gaps' AS kind, j.id, j.name, s.last - (SELECT count(*) FROM trip_ticket t WHERE t.job_id = j.id)
      - (SELECT count(*) FROM blank_sheet b WHERE b.job_id = j.id AND NOT EXISTS (SELECT 1 FROM trip_ticket t WHERE t.job_id = j.id AND t.load_number = b.load_number)) AS n
    FROM managed x CROSS JOIN job j ON j.id = x.id
    JOIN number_series s ON s.kind = 'load' AND s.owner_id = j.id`;

/** Companies that cut, skid or haul on a job of the company's that has no rate at all. */
const rates = sql`SELECT 'rates', j.id, j.name, (SELECT count(*) FROM job_party p WHERE p.job_id = j.id AND p.company_id <> ${me}
      AND (p.is_cutter = 1 OR p.is_skidder = 1 OR p.is_hauler = 1))
    FROM requested x CROSS JOIN job j ON j.id = x.id
   WHERE ${at("sees_rates")} AND NOT EXISTS (SELECT 1 FROM job_haul_rate r WHERE r.job_id = j.id AND r.ended_on IS NULL)
     AND NOT EXISTS (SELECT 1 FROM job_product_rate r WHERE r.job_id = j.id AND r.ended_on IS NULL)`;

/** Companies that were asked to a job days ago and haven't answered. */
const unanswered = sql`SELECT 'unanswered', j.id, j.name, (SELECT count(*) FROM job_seat s WHERE s.job_id = j.id
      AND s.accepted_at IS NULL AND s.invited_at < ${at("asked_before")})
    FROM managed x CROSS JOIN job j ON j.id = x.id WHERE ${at("sees_companies")}`;

/** Companies that declined a job lately, so that somebody else has to be asked; the job's page of companies names them. */
const declined = sql`SELECT 'declined', j.id, j.name, (SELECT count(*) FROM job_company d WHERE d.job_id = j.id
      AND d.declined_at >= ${at("declined_since")})
    FROM managed x CROSS JOIN job j ON j.id = x.id WHERE ${at("sees_companies")}`;

/** Jobs on which the company's own contract or rates changed after it accepted them. */
const changed = sql`SELECT 'changed', j.id, j.name, 1
    FROM job_party p CROSS JOIN job j ON j.id = p.job_id
   WHERE p.company_id = ${me} AND p.contract_changed_at > p.accepted_at AND j.request_user_company_id <> ${me} AND ${ACTIVE("j")} AND ${at("answers")}`;

/** Lines of its newest statements of mills that none of its loads was found for. */
const unmatched = sql`SELECT 'unmatched', latest.id, m.name, (SELECT count(*) FROM mill_statement_line l
      WHERE l.mill_statement_id = latest.id AND l.trip_ticket_id IS NULL)
    FROM (SELECT id, mill_company_id FROM mill_statement WHERE company_id = ${me} AND created_at >= ${at("statements_since")}
        AND mapped_at IS NOT NULL ORDER BY created_at DESC LIMIT ${sql.raw(String(NEWEST_STATEMENTS))}) latest
    JOIN company m ON m.id = latest.mill_company_id WHERE ${at("reconciles")}`;

/** Products of which more was hauled from a landing than was counted on it (`landingStock`), as the landing's page weighs them: in tons. */
const landings = sql`SELECT 'landing', h.job, h.name, sum(h.held < -0.5 AND h.counted) FROM (
      SELECT l.job_id AS job, j.name, sum(i.estimated_volume_remaining * CASE i.wood_unit_type_id WHEN 1 THEN 4.8 WHEN 3 THEN 2.4 ELSE 1 END) AS held,
          max(i.trip_ticket_id IS NULL AND i.is_deleted = 0) AS counted
        FROM (${jobsWhere(sql`(p.is_land_manager = 1 OR p.is_cutter = 1 OR p.is_skidder = 1)`)}) x CROSS JOIN job j ON j.id = x.id
        CROSS JOIN landing l ON l.job_id = j.id AND l.is_deleted = 0 CROSS JOIN landing_inventory i ON i.landing_id = l.id
       WHERE ${at("sees_landings")}
       GROUP BY l.id, i.product_type_id, i.wood_species_id, i.wood_species_type_id) h GROUP BY h.job`;

/** All of it in one: of a job how many there are; of a goal its grain, how much is wanted, and how much came; of an owner's job what came. */
const needs = prepared((read: Read) =>
  read
    .select({
      kind: sql<Kind | Progress["kind"]>`n.kind`,
      id: sql<number>`n.id`,
      name: sql<string>`n.name`,
      n: sql<number>`n.n`,
    })
    .from(
      sql`(${NEWEST} ${gaps} UNION ALL ${rates} UNION ALL ${unanswered} UNION ALL ${declined} UNION ALL ${changed}
        UNION ALL ${unmatched} UNION ALL ${landings} UNION ALL ${goals} UNION ALL ${toDate}) n`,
    )
    .where(sql`n.n > 0 OR n.kind IN ('week', 'month')`)
    .orderBy(sql`n.kind, n.n DESC, n.id DESC`),
);

function behindOf(count: number): Need[] {
  const words = count === 1 ? "goal is behind the plan" : "goals are behind the plan";
  return count ? [{ key: "behind", words, count, href: `${paths.production}?report=plan` }] : [];
}

/** What of each kind stands at a job, where it is seen, and what is said of the jobs that aren't named. */
const KINDS = {
  gaps: {
    href: (id: number) => paths.job(id, "checks"),
    all: "/jobs",
    one: "load number is missing on",
    many: "load numbers are missing on",
    rest: "more jobs are missing load numbers",
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

const isProgress = (row: { kind: Kind | Progress["kind"] }): row is Progress => !(row.kind in KINDS);

/**
 * What the office would otherwise find by looking through its jobs: gaps in load numbers, jobs without rates, landings below
 * zero, companies that don't answer or declined, contracts that changed, lines of mills that nobody knows, goals that fall
 * behind. Each leads to the page that says as many. With them, from the same query, how far goals and an owner's jobs have come.
 */
export async function needsOf(ctx: Reading) {
  const { read, actor, now } = ctx;
  const may = actor.permissions;
  const { today, days, asked } = goalPeriods(ctx);
  const rows = await needs(read, {
    ...asked,
    me: actor.company.id,
    sees_rates: may.job_rate.read ? 1 : 0,
    sees_companies: may.job_company.read ? 1 : 0,
    sees_landings: may.landing_inventory.read ? 1 : 0,
    sees_goals: listActions(actor).works || actor.company.roles.is_mill ? 1 : 0,
    owns: actor.company.roles.is_land_owner && onlyReads(actor.company.roles) ? 1 : 0,
    answers: may.job_company.read && may.job_company.update ? 1 : 0,
    reconciles: may.trip_ticket.update ? 1 : 0,
    asked_before: new Date(now.getTime() - ANSWER_WITHIN_MS).toISOString(),
    declined_since: new Date(now.getTime() - DECLINED_MS).toISOString(),
    statements_since: new Date(now.getTime() - STATEMENTS_MS).toISOString(),
  });
  const progress = rows.filter(isProgress);
  const behind = progress.filter((row) => isGoalBehind(row, days, today)).length;
  const named = Object.entries(KINDS).flatMap(([kind, said]) => {
    const found = rows.filter((row) => row.kind === kind);
    const rest = found.length - NAMED;
    return [
      ...found.slice(0, NAMED).map(({ id, name, n }) => ({
        key: `${kind}_${id}`,
        words: `${n === 1 ? said.one : said.many} ${name}`,
        count: n,
        href: said.href(id),
      })),
      ...(rest > 0 ? [{ key: `${kind}_more`, words: said.rest, count: rest, href: said.all }] : []),
    ];
  });
  const needsYou: Need[] = [...behindOf(behind), ...named];
  return {
    needs: needsYou,
    goals: goalsIn(progress, days, today),
    to_date: actor.company.roles.is_land_owner ? toDateIn(progress, ctx) : null,
  };
}
