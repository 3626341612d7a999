import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { amountOwed, tripTicket } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getJobChecks } from "~/modules/checks/data/checks.server";
import { addJobComment } from "~/modules/comments/data/job-comments.server";
import { getExportPage } from "~/modules/exports/data/exports.server";
import { readSourceIds } from "~/modules/exports/data/source.server";
import { verifyHistory } from "~/modules/history/shared/verify.server";
import { listDestinations } from "~/modules/places/shared/destinations.server";
import { find } from "~/modules/search/data/find.server";
import { listUnpayableLoads } from "~/modules/settlements/amounts-owed/data/needs-you.server";
import { listToPay } from "~/modules/settlements/data/overview.server";
import { createTicket } from "~/modules/trip-tickets/create/data/create.server";
import { moveTicket } from "~/modules/trip-tickets/life-cycle/data/change-status.server";
import { countTabs, listTickets } from "~/modules/trip-tickets/shared/list.server";
import { listJobsForTickets } from "~/modules/trip-tickets/shared/new-ticket.server";
import { listJobs } from "./list.server";
import { getJob } from "./overview.server";
import { getSampleJob, getSampleLoads, makeSampleJob, removeSampleJob } from "./sample.server";

let db: Database;
let h: Harvest;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

/** Return all results in which the company's loads and jobs are listed, counted, totaled, exported or paid. */
async function counted(who = h.manager) {
  const { company } = who.actor;
  if (!company) throw new Error("acts for a company");
  const ids = await readSourceIds(
    { read: db.read, actor: { ...who.actor, company }, now: new Date() },
    { dto: { trip_ticket_status_ids: [1, 2, 3, 4, 5, 6, 7] } },
    1000,
  );
  return {
    ids,
    tickets: await who.call(listTickets, { status_ids: [1, 2, 3, 5, 6, 7] }),
    available: await who.call(listTickets, { view: "available" }),
    tabs: await who.call(countTabs, {}),
    jobs: await who.call(listJobs, {}),
    offered: await who.call(listJobsForTickets, {}),
    destinations: await who.call(listDestinations, { company_id: company.id }),
    found: await who.call(find, { q: "Sample" }),
    needs: await who.call(listUnpayableLoads, {}),
    to_pay: await who.call(listToPay, {}),
    exports: await who.call(getExportPage, { query: "" }),
  };
}

test("a sample job is visible only to its company, moves through all stages, and is counted nowhere", async () => {
  await h.ticket({ trip_ticket_status_id: 7 });
  const before = await counted();
  const { id } = await h.manager.call(makeSampleJob, {});
  expect((await h.manager.call(getJob, { id })).is_sample).toBe(true);
  const loads = (await h.manager.call(getSampleLoads, { job_id: id })) ?? [];
  expect(loads.map(({ number, status }) => [number, status])).toEqual([
    [1, 7],
    [2, 1],
    [3, 2],
    [4, 3],
  ]);
  expect(await counted()).toEqual(before);

  const [first, claimed, onTheRoad] = loads.map((load) => load.id);
  await h.manager.call(moveTicket, { id: first ?? 0, verb: "claim", version: 2 });
  await h.manager.call(moveTicket, { id: claimed ?? 0, verb: "pickup", version: 2 });
  await h.manager.call(moveTicket, { id: onTheRoad ?? 0, verb: "dropoff", version: 2 });
  expect(await counted()).toEqual(before);
  expect((await h.manager.call(getJobChecks, { job_id: id })).unscaled.total).toBe(0);
  expect(await db.read.select().from(amountOwed)).toEqual([]);

  for (const who of [h.rival, h.mill, h.hauler]) {
    await expect(who.call(getJob, { id })).rejects.toMatchObject({ kind: "missing" });
    await expect(
      who.call(moveTicket, { id: claimed ?? 0, verb: "dropoff", version: 3 }),
    ).rejects.toMatchObject({ kind: "missing" });
    expect(await who.call(getSampleLoads, { job_id: id })).toBeNull();
  }
  // The sample loads don't use up numbers of real tickets.
  const ticket = await h.manager.call(createTicket, {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    product_type_id: 5,
    wood_species_id: 746,
  });
  const [real] = await db.read
    .select({ number: tripTicket.trip_ticket_number })
    .from(tripTicket)
    .where(sql`${tripTicket.id} = ${ticket.id}`);
  expect(real?.number).toBeGreaterThan(1000);
});

test("rejects additions to a sample job, and moves of loads between sample and real jobs", async () => {
  const { sample } = await h.manager.call(getSampleJob, {});
  const id = sample?.id ?? 0;
  await expect(h.manager.call(addJobComment, { job_id: id, content: "Here" })).rejects.toMatchObject({
    kind: "forbidden",
  });
  const created = { job_id: id, job_destination_id: 1, product_type_id: 1, wood_species_id: 125 };
  await expect(h.manager.call(createTicket, created)).rejects.toMatchObject({ kind: "notNow" });
  await expect(h.manager.call(makeSampleJob, {})).rejects.toMatchObject({ kind: "notNow" });
  for (const change of [
    `UPDATE trip_ticket SET job_id = ${id} WHERE job_id = ${h.ids.job}`,
    `UPDATE trip_ticket SET is_sample = 0 WHERE job_id = ${id}`,
    `UPDATE job SET is_sample = 0 WHERE id = ${id}`,
  ])
    await expect(db.client.execute(change)).rejects.toThrow(/sample/);
});

test("removes a sample job with its loads, after which another can be made", async () => {
  const { sample } = await h.manager.call(getSampleJob, {});
  await expect(h.rival.call(removeSampleJob, {})).rejects.toMatchObject({ kind: "missing" });
  await h.manager.call(removeSampleJob, {});
  expect((await h.manager.call(getSampleJob, {})).sample).toBeNull();
  await expect(h.manager.call(getJob, { id: sample?.id ?? 0 })).rejects.toMatchObject({ kind: "missing" });
  const again = await h.manager.call(makeSampleJob, {});
  const loads = await h.manager.call(getSampleLoads, { job_id: again.id });
  expect(loads?.map(({ number }) => number)).toEqual([5, 6, 7, 8]);
  // The test data's other jobs and loads have no history entries.
  const { broken } = await verifyHistory(db.read);
  expect(broken.filter(({ why }) => why !== "it has no history at all")).toEqual([]);
});

test("makes one sample job for two simultaneous requests", async () => {
  const answers = await Promise.allSettled([
    h.rival.call(makeSampleJob, {}),
    h.rival.call(makeSampleJob, {}),
  ]);
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
