import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeClaim } from "#db/factories";
import { createRandom } from "#db/random";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { listUnpayableLoads } from "./needs-you.server";
import { searchPaidSettlements, searchSettlements, searchUnpaidSettlements } from "./search.server";

type Row = {
  id: number;
  paying_company_id: number;
  receiving_company_id: number;
  due_cents: number | null;
  posted_cents: number;
  problem: string | null;
  settlement_type_id: number;
  earned_on: string;
  status_type_id: number;
};
type Person = Harvest["manager"];
let db: Database;
let h: Harvest;
let rows: Row[];
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const { manager, hauler, logger, second, owner } = h.ids;
  const random = createRandom(7);
  const ids = [manager.id, hauler.id, logger.id, second.id, owner.id];
  for (let i = 0; i < 40; i++) {
    const payer = random.chance(0.6) ? manager.id : random.pick(ids);
    const problem = random.chance(0.25) ? random.pick(["no_volume", "no_rate", "miles_estimated"]) : null;
    const due = problem ? null : random.between(0, 50_000);
    const posted = due !== null && random.chance(0.5);
    await makeClaim(
      db,
      { id: await h.ticket({ trip_ticket_status_id: 3, hauler_company_id: hauler.id }), job: h.ids.job },
      {
        paying_company_id: payer,
        receiving_company_id: random.pick(ids.filter((id) => id !== payer)),
        settlement_type_id: random.pick([1, 2, 3]),
        earned_on: `2026-09-${String(random.between(10, 28))}`,
        due_cents: due,
        problem,
        ...(posted && due !== null
          ? { posted_cents: due + random.pick([0, 0, 7]), posted_lines: 1, paid_lines: random.pick([0, 1]) }
          : {}),
      },
    );
  }
  rows = (await db.client.execute("SELECT * FROM amount_owed")).rows as unknown as Row[];
});

const everybody = () => [h.manager, h.hauler, h.logger, h.second, h.owner, h.mill, h.rival];
/**
 * Amounts owed that a company should see: those it pays, those it is paid, and all of them for the job's requester
 * (here the manager's company).
 */
const seenBy = (who: Person) => {
  const me = who.actor.company?.id ?? 0;
  return rows.filter(
    (r) => me === h.ids.manager.id || [r.paying_company_id, r.receiving_company_id].includes(me),
  );
};
const found = async (who: Person, dto: object) => {
  const { trip_ticket_settlements } = await who.call(searchSettlements, { dto, take: -1 });
  const ids: number[] = [];
  for await (const item of trip_ticket_settlements) ids.push(item.trip_ticket_settlement.id);
  return ids.sort((a, b) => a - b);
};
const idsOf = (list: readonly Row[]) => list.map((r) => r.id).sort((a, b) => a - b);
const isOpen = (r: Row) => r.due_cents !== null && (r.posted_cents === 0 || r.due_cents !== r.posted_cents);

describe("a search returns only claims a company pays, is paid, or has on jobs it requested", () => {
  test("returns the matching visible claims for every company and filter", async () => {
    const hauler = h.ids.hauler.id;
    for (const who of everybody()) {
      const mine = seenBy(who);
      expect(await found(who, {})).toEqual(idsOf(mine));
      expect(await found(who, { has_problem: true })).toEqual(idsOf(mine.filter((r) => r.problem)));
      expect(
        await found(who, { settlement_type_ids: [3], earned_from: "2026-09-15", earned_to: "2026-09-20" }),
      ).toEqual(
        idsOf(
          mine.filter(
            (r) => r.settlement_type_id === 3 && r.earned_on >= "2026-09-15" && r.earned_on <= "2026-09-20",
          ),
        ),
      );
      expect(await found(who, { company_ids: [hauler] })).toEqual(
        idsOf(mine.filter((r) => [r.paying_company_id, r.receiving_company_id].includes(hauler))),
      );
      expect(await found(who, { open: true })).toEqual(
        idsOf(mine.filter((r) => isOpen(r) || (r.due_cents === 0 && r.posted_cents === 0))),
      );
    }
    expect(await found(h.rival, {})).toEqual([]);
    expect((await found(h.hauler, {})).length).toBeGreaterThan(3);
  });

  test("sums all matching claims, not just the page", async () => {
    for (const who of everybody()) {
      const mine = seenBy(who);
      const { aggregated_data, meta, trip_ticket_settlements } = await who.call(searchSettlements, {
        take: 2,
        include: ["aggregated_data"],
      });
      expect((trip_ticket_settlements as unknown[]).length).toBe(Math.min(2, mine.length));
      expect(meta.total).toBe(mine.length);
      const due = mine.reduce((sum, r) => sum + (r.due_cents ?? 0), 0);
      expect(aggregated_data).toMatchObject({
        count: mine.length,
        due_cents: due,
        posted_cents: mine.reduce((sum, r) => sum + r.posted_cents, 0),
      });
      expect(aggregated_data?.by_type.reduce((sum, t) => sum + t.amount_cents, 0)).toBe(due);
      expect(aggregated_data?.by_status.reduce((sum, t) => sum + t.count, 0)).toBe(mine.length);
    }
  });

  test("the paid and unpaid searches return only settlements of their own status, even when others are requested", async () => {
    const counted = async (procedure: typeof searchPaidSettlements) =>
      (await h.manager.call(procedure, { take: 1 })).meta.total;
    const of = (status: number) => rows.filter((r) => Number(r.status_type_id) === status).length;
    expect([await counted(searchPaidSettlements), await counted(searchUnpaidSettlements)]).toEqual([
      of(2),
      of(1),
    ]);
    const dto = { trip_ticket_settlement_status_type_ids: [1, 2] as (1 | 2 | 3)[] };
    const paid = await h.manager.call(searchPaidSettlements, { dto, take: 1 });
    expect(paid.meta.total).toBe(of(2));
  });

  test("omits the load of a settlement when the company may not see that load", async () => {
    const [first] = seenBy(h.second);
    if (!first) throw new Error("nothing to see");
    const { trip_ticket_settlements } = await h.second.call(searchSettlements, {
      take: 100,
      include: ["trip_ticket"],
    });
    for (const item of trip_ticket_settlements as { trip_ticket?: unknown }[])
      expect(item.trip_ticket).toBeNull();
    const all = await h.manager.call(searchSettlements, {
      take: 1,
      include: ["trip_ticket", "job_destination"],
    });
    expect(all.trip_ticket_settlements).toMatchObject([{ trip_ticket: { trip_ticket_status_id: 3 } }]);
  });
});

describe("loads that can't be paid yet", () => {
  test("lists each company's own loads by reason, with a next step only for the job's requester", async () => {
    for (const who of everybody()) {
      const { groups, total } = await who.call(listUnpayableLoads, {});
      const mine = seenBy(who).filter((r) => r.problem);
      expect(total).toBe(mine.length);
      expect(groups.map((g) => [g.problem, g.count]).sort()).toEqual(
        [...new Set(mine.map((r) => r.problem))]
          .map((problem) => [problem, mine.filter((r) => r.problem === problem).length])
          .sort(),
      );
      const steps = groups.flatMap((g) => g.loads.map((load) => load.step !== null));
      expect(new Set(steps)).toEqual(new Set(mine.length ? [who === h.manager] : []));
    }
  });

  test("paginates the loads of one reason", async () => {
    const { groups, one } = await h.manager.call(listUnpayableLoads, { problem: "no_rate" });
    expect([one, groups.map((g) => g.problem)]).toEqual(["no_rate", ["no_rate"]]);
    expect(groups[0]?.loads[0]?.step).toMatchObject({
      label: "Add a rate",
      href: `/jobs/${h.ids.job}/rates`,
    });
    expect(
      (await h.manager.call(listUnpayableLoads, { problem: "no_rate", page: 9 })).groups[0]?.loads,
    ).toEqual([]);
  });
});
