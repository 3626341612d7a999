import type { Database } from "#db/client.server";
import { ASPEN, insertRow } from "#db/factories";
import { companyFeatureAccess, jobProductRate, rateShare, type tripTicket } from "#db/schema";
import { makeHarvest } from "#db/testing/harvest";
import { runDueTasks } from "~/lib/queue/testing/doing.server";
import { getDay } from "~/lib/time/time";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { log } from "~/web/log.server";
import { repriceJob, repriceJobTask, repricePaidToOtherTask, repriceTickets } from "../shared/reprice.server";

const ZONE = "America/Detroit";
const DAY = 86_400_000;
const now = () => new Date();

/**
 * Create a harvest whose manager settles real loads at the job's rates for cutting, hauling by two haulers, and
 * stumpage.
 */
export async function createSettledHarvest(db: Database) {
  const h = await makeHarvest(db);
  const { ids } = h;
  await insertRow(db, companyFeatureAccess, {
    company_id: ids.manager.id,
    feature_id: 3,
    is_active: true,
    created_at: "2026-01-01T00:00:00.000Z",
  });
  await h.cutRate();
  await h.haulRate({ minimum_cents: 20_000 });
  await h.haulRate({ receiving_company_id: ids.second.id, rate: 101_000 });
  const stumpage = await h.cutRate({ job_product_rate_type_id: 3, receiving_company_id: ids.owner.id });
  for (const [company_id, parts] of [
    [ids.owner.id, 3],
    [ids.second.id, 2],
  ] as const)
    await insertRow(db, rateShare, { rate_table: "product", rate_id: stumpage, company_id, parts });

  /** Return the date a number of days ago in the job's time zone. */
  const dayAgo = (days: number) => getDay(new Date(Date.now() - days * DAY), ZONE);
  const load = async (hauler: number, tons: number | null, days = 3) => {
    const id = await h.ticket({
      trip_ticket_status_id: STATUS.completed,
      cutter_company_id: ids.logger.id,
      hauler_company_id: hauler,
      scaled_volume: tons,
      scaled_wood_unit_type_id: tons === null ? null : 2,
      dropped_off_at: new Date(Date.now() - days * DAY).toISOString(),
    });
    await repriceTickets({ db, now }, [id]);
    return id;
  };
  /** Change a load as its pages do, which also updates its pay. */
  const change = async (id: number, values: Partial<typeof tripTicket.$inferInsert>) => {
    const names = Object.keys(values);
    await db.batch([
      {
        sql: `UPDATE trip_ticket SET ${names.map((name) => `${name} = ?, `).join("")}version = version + 1 WHERE id = ?`,
        params: [
          ...Object.values(values).map((v) => (typeof v === "boolean" ? Number(v) : (v as number | null))),
          id,
        ],
      },
    ]);
    await repriceTickets({ db, now }, [id]);
  };
  /** Add a rate that starts a number of days ago; its pay is split between the companies, if named. */
  const follow = async (rate: number, days: number, shared: readonly number[] = []) => {
    const id = await insertRow(db, jobProductRate, {
      job_id: ids.job,
      job_product_rate_type_id: 1,
      paying_company_id: ids.manager.id,
      receiving_company_id: ids.logger.id,
      ...ASPEN,
      rate,
      effective_on: dayAgo(days),
    });
    for (const company_id of shared)
      await insertRow(db, rateShare, { rate_table: "product", rate_id: id, company_id, parts: 1 });
    await repriceJob({ db, now }, ids.job);
  };
  /** Run the queue's repricing tasks. */
  const queue = () => runDueTasks({ db, now, log }, [repricePaidToOtherTask, repriceJobTask]);
  const rows = async (sql: string, ...params: (string | number)[]): Promise<Record<string, unknown>[]> =>
    (await db.batch([{ sql, params }]))[0]?.rows.map((row) => ({ ...row })) ?? [];
  /** Return what each company is owed for hauling a load: the cents or the problem, and the cents on statements. */
  const haulOf = async (id: number) =>
    Object.fromEntries(
      (
        await rows(
          "SELECT receiving_company_id AS company, coalesce(due_cents, problem) AS due, posted_cents FROM amount_owed WHERE trip_ticket_id = ? AND settlement_type_id = 3",
          id,
        )
      ).map((row) => [row.company === ids.hauler.id ? "first" : "second", [row.due, row.posted_cents]]),
    );
  return { ...h, load, change, follow, queue, rows, haulOf, today: dayAgo(0) };
}
export type Loads = Awaited<ReturnType<typeof createSettledHarvest>>;

/** Find loads that one payer's statements pay to two companies for the same service; empty if no load is paid twice. */
export const findDoublePaid = ({ rows, ids }: Pick<Loads, "rows" | "ids">) =>
  rows(
    `SELECT a.trip_ticket_id AS load, a.settlement_type_id AS service, a.receiving_company_id AS one, b.receiving_company_id AS other
       FROM amount_owed a JOIN amount_owed b ON b.trip_ticket_id = a.trip_ticket_id
        AND b.settlement_type_id = a.settlement_type_id AND b.paying_company_id = a.paying_company_id AND b.id > a.id
      WHERE a.paying_company_id = ? AND a.posted_cents <> 0 AND b.posted_cents <> 0
        AND (a.share_no = b.share_no OR a.share_no = 0 OR b.share_no = 0 OR a.receiving_company_id = b.receiving_company_id)`,
    ids.manager.id,
  );
