import { type SQL, sql } from "drizzle-orm";
import { tripTicket } from "#db/schema";
import { buildEnqueueStep } from "~/lib/queue/work.server";
import { buildHistorySteps, buildTicketHistorySteps } from "~/modules/history/shared/history.server";
import { buildNewPayerConsentSteps } from "~/modules/rates/shared/payer-consent.server";
import { repriceJobTask } from "~/modules/settlements/shared/reprice.server";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { listColumnsByTreatment } from "../rules/columns";
import {
  buildColumnSql,
  buildTableSql,
  buildTicketNamesCompanySql,
  type CompanyToMerge,
  isTransferringMembers,
} from "./plan.server";

const ROLES = [
  "is_land_owner",
  "is_land_owner_authorizee",
  "is_land_manager",
  "is_cutter",
  "is_skidder",
  "is_hauler",
];
const HANDS = ["cutter", "skidder", "hauler"] as const;

/** Build the steps that replace the removed company on its loads, each with a history entry. */
async function loadSteps(ctx: Ctx, from: CompanyToMerge, to: CompanyToMerge): Promise<Step[]> {
  const loads = await ctx.read.select().from(tripTicket).where(buildTicketNamesCompanySql(from.id));
  const swap = (id: number | null) => (id === from.id ? to.id : id);
  const updates = loads.map((t) =>
    expectOneRow(sql`UPDATE trip_ticket SET version = version + 1, creator_company_id = ${swap(t.creator_company_id)},
      ${sql.join(
        HANDS.flatMap((hand) => [
          sql`${sql.raw(`${hand}_company_id`)} = ${swap(t[`${hand}_company_id`])}`,
          sql`${sql.raw(`${hand}_on_behalf_of_company_id`)} = ${swap(t[`${hand}_on_behalf_of_company_id`])}`,
        ]),
        sql`, `,
      )} WHERE id = ${t.id} AND version = ${t.version}`),
  );
  const named = loads.filter((t) =>
    HANDS.some((h) => [t[`${h}_company_id`], t[`${h}_on_behalf_of_company_id`]].includes(from.id)),
  );
  const history = await buildTicketHistorySteps(ctx, named, (t) => ({
    activity: "trip_ticket_updated",
    details: {
      diffs: HANDS.filter((hand) => t[`${hand}_company_id`] === from.id).map((hand) => ({
        key: `${hand}_company`,
        saved: from.name,
        updated: to.name,
      })),
      row: Object.fromEntries(
        HANDS.flatMap((hand) => [`${hand}_company_id` as const, `${hand}_on_behalf_of_company_id` as const])
          .filter((column) => t[column] === from.id)
          .map((column) => [column, to.id]),
      ),
    },
  }));
  return [...updates, ...history];
}

/**
 * Build the steps for job entries: on a job with both companies, the remaining one gets the roles of both; on other
 * jobs it replaces the removed one.
 */
function placeSteps(from: number, to: number): Step[] {
  const party = (name: string) => sql.raw(`(EXISTS (SELECT 1 FROM job_party p WHERE p.id = ${name}.id))`);
  const both = sql`b.company_id = ${to} AND EXISTS (SELECT 1 FROM job_company a WHERE a.job_id = b.job_id AND a.company_id = ${from})`;
  const other = (what: SQL) =>
    sql`(SELECT ${what} FROM job_company a WHERE a.job_id = b.job_id AND a.company_id = ${from})`;
  const sets = [
    ...ROLES.map(
      (role) =>
        sql`${sql.raw(role)} = CASE WHEN ${party("b")} THEN max(b.${sql.raw(role)}, ${other(sql`a.${sql.raw(role)} * ${party("a")}`)})
          WHEN ${other(party("a"))} THEN ${other(sql`a.${sql.raw(role)}`)} ELSE b.${sql.raw(role)} END`,
    ),
    ...["cut", "skid", "haul"].flatMap((role) =>
      ["contract_name", "contract_file_id"].map((part) => {
        const column = sql.raw(`${role}_${part}`);
        return sql`${column} = coalesce(b.${column}, ${other(sql`a.${column}`)})`;
      }),
    ),
    sql`accepted_at = coalesce(b.accepted_at, ${other(sql`a.accepted_at`)})`,
    ...["declined_at", "removed_at"].map(
      (instant) =>
        sql`${sql.raw(instant)} = CASE WHEN ${other(party("a"))} THEN NULL ELSE b.${sql.raw(instant)} END`,
    ),
    sql`version = b.version + 1`,
  ];
  const gone = sql`company_id = ${from} AND EXISTS (SELECT 1 FROM job_company b WHERE b.job_id = job_company.job_id AND b.company_id = ${to})`;
  return [
    allowAnyRows(sql`UPDATE job_company AS b SET ${sql.join(sets, sql`, `)} WHERE ${both}`),
    allowAnyRows(sql`INSERT OR IGNORE INTO job_company_crew (job_company_id, crew_id)
      SELECT b.id, k.crew_id FROM job_company_crew k JOIN job_company a ON a.id = k.job_company_id AND a.company_id = ${from}
        JOIN job_company b ON b.job_id = a.job_id AND b.company_id = ${to}`),
    allowAnyRows(
      sql`DELETE FROM job_company_crew WHERE job_company_id IN (SELECT id FROM job_company WHERE ${gone})`,
    ),
    allowAnyRows(sql`DELETE FROM job_company WHERE ${gone}`),
    allowAnyRows(
      sql`UPDATE job_company SET company_id = ${to}, version = version + 1 WHERE company_id = ${from}`,
    ),
  ];
}

/**
 * Build the steps that re-create the removed company's claims (amounts owed) for the remaining company, since the
 * companies of a claim can't be changed. None of these claims is on a statement.
 */
function claimSteps(columns: readonly string[], from: number, to: number): Step[] {
  const matches = columns.filter((c) => c !== "id");
  const values = matches.map((c) =>
    c === "paying_company_id" || c === "receiving_company_id"
      ? sql`CASE WHEN ${sql.raw(c)} = ${from} THEN ${to} ELSE ${sql.raw(c)} END`
      : sql.raw(c),
  );
  const which = sql`${from} IN (paying_company_id, receiving_company_id)`;
  return [
    allowAnyRows(sql`INSERT INTO amount_owed (${sql.raw(matches.join(", "))})
      SELECT ${sql.join(values, sql`, `)} FROM amount_owed WHERE ${which}`),
    allowAnyRows(sql`DELETE FROM amount_owed WHERE ${which}`),
  ];
}

/**
 * Build the steps for a remaining company without members that gets the removed company's members: its invitation links
 * are closed, it is no longer a contact, and it must accept its jobs again, as when its first user joins
 * (`buildFirstMemberSteps`).
 */
function takingOverSteps(ctx: Ctx, to: number): Step[] {
  const now = ctx.now.toISOString();
  const empty = sql`SELECT id FROM crew WHERE company_id = ${to}`;
  return [
    allowAnyRows(sql`DELETE FROM job_company_crew WHERE crew_id IN (${empty})`),
    allowAnyRows(
      sql`UPDATE crew SET is_primary = 0, is_deleted = 1, version = version + 1 WHERE company_id = ${to}`,
    ),
    allowAnyRows(
      sql`UPDATE invite SET revoked_at = ${now} WHERE company_id = ${to} AND accepted_at IS NULL AND revoked_at IS NULL`,
    ),
    allowAnyRows(sql`UPDATE job_company SET contract_changed_at = ${now}, version = version + 1
      WHERE id IN (SELECT p.id FROM job_party p WHERE p.company_id = ${to})`),
  ];
}

/** Build the steps for the removed company's jobs, each with a history entry. */
async function jobSteps(
  ctx: Ctx,
  from: CompanyToMerge,
  to: CompanyToMerge,
  jobs: readonly { id: number; uid: string }[],
) {
  const steps: Step[] = [];
  for (const job of jobs) {
    const subject = { uid: job.uid, jobId: job.id, ticketId: null };
    steps.push(
      ...(await buildHistorySteps(ctx, subject, [
        { activity: "company_added", details: { company: `${to.name} (in place of ${from.name})` } },
      ])),
      buildEnqueueStep(repriceJobTask, { job_id: job.id }, { key: String(job.id) }),
    );
  }
  return steps;
}

/**
 * Build the steps that replace the removed company by the remaining one in one batch; records of past facts stay
 * unchanged.
 */
export async function buildMergeCompaniesSteps(
  ctx: Ctx,
  from: CompanyToMerge,
  to: CompanyToMerge,
  target: { jobs: readonly { id: number; uid: string }[]; claim: readonly string[] },
): Promise<Step[]> {
  const [gone, goesOn] = [from.id, to.id];
  const now = ctx.now.toISOString();
  const empty = sql`NOT EXISTS (SELECT 1 FROM crew_member m WHERE m.crew_id = crew.id)`;
  const set = (table: string, column: string, how: SQL) =>
    allowAnyRows(
      sql`UPDATE ${how} ${buildTableSql(table)} SET ${sql.raw(`"${column}"`)} = ${goesOn} WHERE ${buildColumnSql(table, column)} = ${gone}`,
    );
  const left = listColumnsByTreatment("moves", "refuses", "apart").map(
    ([table, column]) =>
      sql`EXISTS (SELECT 1 FROM ${buildTableSql(table)} WHERE ${buildColumnSql(table, column)} = ${gone})`,
  );
  const runs = isTransferringMembers(from, to);
  return [
    ...(runs ? [...takingOverSteps(ctx, goesOn), ...(await buildNewPayerConsentSteps(ctx, goesOn))] : []),
    ...(await loadSteps(ctx, from, to)),
    ...claimSteps(target.claim, gone, goesOn),
    ...placeSteps(gone, goesOn),
    // If the remaining company already has members, the removed company's admins don't become its admins; its own
    // admins decide that.
    allowAnyRows(sql`UPDATE crew SET company_id = ${goesOn}, is_primary = ${runs ? sql`is_primary` : sql`0`}, version = version + 1,
      is_deleted = max(is_deleted, ${empty}) WHERE company_id = ${gone}`),
    allowAnyRows(sql`UPDATE invite SET company_id = ${goesOn}, revoked_at = CASE WHEN accepted_at IS NULL
      THEN coalesce(revoked_at, ${now}) ELSE revoked_at END WHERE company_id = ${gone}`),
    allowAnyRows(sql`INSERT INTO metric_month (company_id, metric, month, value)
      SELECT ${goesOn}, metric, month, value FROM metric_month WHERE company_id = ${gone}
      ON CONFLICT (company_id, metric, month) DO UPDATE SET value = metric_month.value + excluded.value`),
    allowAnyRows(sql`DELETE FROM metric_month WHERE company_id = ${gone}`),
    ...listColumnsByTreatment("moves").map(([table, column]) => set(table, column, sql``)),
    ...listColumnsByTreatment("once").map(([table, column]) => set(table, column, sql`OR IGNORE`)),
    ...(await jobSteps(ctx, from, to, target.jobs)),
    expectOneRow(sql`UPDATE company SET version = version + 1,
      creator_company_id = ${runs ? sql`NULL` : sql`creator_company_id`}, ${sql.join(
        ["is_land_owner", "is_land_manager", "is_cutter", "is_skidder", "is_hauler", "is_mill"].map(
          (role) =>
            sql`${sql.raw(role)} = max(${sql.raw(role)}, (SELECT c.${sql.raw(role)} FROM company c WHERE c.id = ${gone}))`,
        ),
        sql`, `,
      )} WHERE id = ${goesOn} AND version = ${to.version} AND is_deleted = 0`),
    // Fail the whole batch if a row that can be moved still names the removed company; the caller then reads everything
    // again.
    expectOneRow(sql`UPDATE company SET is_deleted = 1, merged_into_company_id = ${goesOn}, version = version + 1
      WHERE id = ${gone} AND version = ${from.version} AND is_deleted = 0 AND NOT (${sql.join(left, sql` OR `)})`),
  ];
}
