import { beforeAll, expect, test } from "vitest";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { formatProductKey, type ProductIds } from "../../rules/product-key";
import { STATUS, type StatusId } from "../../rules/trip-ticket";
import { getProductIcon } from "../../rules/wood-mark";
import { countTabs, listTickets } from "../../shared/list.server";
import { listJobsForTickets } from "../../shared/new-ticket.server";
import { getTicket } from "../../shared/record.server";
import { searchTickets } from "../../shared/search.server";

let harvest: Harvest;
const created: { id: number; status: StatusId }[] = [];
beforeAll(async () => {
  harvest = await makeHarvest(await openTestDatabase());
  for (let i = 0; i < 40; i++) {
    const status = i % 4 ? STATUS.completed : STATUS.paused;
    created.push({ id: await harvest.ticket({ trip_ticket_status_id: status }), status });
  }
});

/** Return the ids of all pages in order, requesting each page separately. */
async function paged(input: { status_ids?: number[]; descending?: boolean }) {
  const ids: number[] = [];
  for (let page = 0; ; page++) {
    const { rows, total, pageSize } = await harvest.manager.call(listTickets, { ...input, page });
    ids.push(...rows.map((row) => row.id));
    if (rows.length < pageSize) {
      expect(ids).toHaveLength(total);
      return ids;
    }
  }
}
const newestFirst = (among: readonly number[]) =>
  created
    .filter(({ status }) => among.includes(status))
    .map(({ id }) => id)
    .reverse();

test("paging in either direction returns every ticket once, in order", async () => {
  const all = newestFirst([STATUS.completed, STATUS.paused]);
  expect(await paged({})).toEqual(all);
  expect(await paged({ descending: false })).toEqual([...all].reverse());
});

test("uncompleted tickets, which have their own index, are also returned in order", async () => {
  const open = newestFirst([STATUS.paused]);
  const rows = async (page: number) =>
    (await harvest.manager.call(listTickets, { status_ids: [STATUS.paused], page })).rows.map((r) => r.id);
  expect(open).toHaveLength(10);
  expect(await rows(0)).toEqual(open);
  const sorted = await harvest.manager.call(listTickets, { status_ids: [STATUS.paused], sort: "number" });
  expect(sorted.rows.map((r) => r.id)).toEqual([...open].reverse());
});

test("a page past the end is empty, and a range that runs past the end is cut off", async () => {
  expect((await harvest.manager.call(listTickets, { page: 9 })).rows).toEqual([]);
  const { trip_tickets } = await harvest.manager.call(searchTickets, { skip: 35, take: 10 });
  expect((trip_tickets as { trip_ticket: { id: number } }[]).map((t) => t.trip_ticket.id)).toEqual(
    newestFirst([STATUS.completed, STATUS.paused]).slice(35),
  );
});

test("the job choices respect the requested number, report whether there are more, and match part of a name", async () => {
  const { manager, mill, rival } = harvest;
  const all = await manager.call(listJobsForTickets, {});
  expect([all.jobs.map((j) => j.id), all.more]).toEqual([[harvest.ids.job], false]);
  const name = all.jobs[0]?.name ?? "";
  expect((await manager.call(listJobsForTickets, { name: name.slice(2, -1) })).jobs).toEqual(all.jobs);
  expect((await manager.call(listJobsForTickets, { name: "Nowhere" })).jobs).toEqual([]);
  // A mill receives loads; it creates no tickets.
  expect((await mill.call(listJobsForTickets, {})).jobs).toEqual([]);
  expect((await rival.call(listJobsForTickets, {})).jobs.map((j) => j.id)).toEqual([harvest.ids.rivalJob]);
});

test("the job search treats % and _ literally", async () => {
  const db = await openTestDatabase();
  const naming = (name: string) =>
    db.client.execute({ sql: "UPDATE job SET name = ? WHERE id = ?", args: [name, harvest.ids.job] });
  const [job] = (await harvest.manager.call(listJobsForTickets, {})).jobs;
  await naming("Sale 50_7 at 100%");
  const found = async (name: string) =>
    (await harvest.manager.call(listJobsForTickets, { name })).jobs.length;
  for (const typed of ["50_7", "100%", "le 50_7 at"]) expect(await found(typed), typed).toBe(1);
  for (const typed of ["50%7", "_50_7", "5_7", "\\"]) expect(await found(typed), typed).toBe(0);
  await naming(job?.name ?? "");
});

test("totals of a list cover the whole filter, not only the page, with each unit separate", async () => {
  const ask = (input: object) => harvest.manager.call(listTickets, input);
  for (const filter of [{}, { scaled: true }, { scaled: false }, { status_ids: [STATUS.completed] }]) {
    const first = await ask(filter);
    const many = await ask({ ...filter, rows: 50 });
    expect(many.pageSize).toBe(50);
    expect(many.sums).toEqual(first.sums);
    expect(first.sums === null).toBe(first.total === 0);
  }
  const { sums, total } = await ask({});
  const { volumes = [] } = sums ?? {};
  expect(total).toBeGreaterThan(0);
  expect(new Set(volumes.map((v) => v.unit)).size).toBe(volumes.length);
  expect(await harvest.rival.call(listTickets, {})).toMatchObject({ sums: null });
});

test("a tab's count equals its number of loads", async () => {
  const counts = await harvest.manager.call(countTabs, {});
  const total = async (input: object) => (await harvest.manager.call(listTickets, input)).total;
  expect(counts.loads).toBe(await total({}));
  expect(counts.available).toBe(await total({ view: "available" }));
  expect(counts.done).toBe(await total({ status_ids: [STATUS.completed] }));
  expect(counts.to_scale).toBe(await total({ status_ids: [STATUS.completed], scaled: false }));
  expect(await harvest.rival.call(countTabs, {})).toMatchObject({ loads: 0, available: 0, to_scale: 0 });
});

test("a row includes its product's key, which determines the product's icon", async () => {
  const { rows } = await harvest.manager.call(listTickets, {});
  const { trip_ticket } = (await harvest.manager.call(getTicket, { id: rows[0]?.id ?? 0 })) as {
    trip_ticket: ProductIds;
  };
  expect(rows[0]?.wood).toBe(formatProductKey(trip_ticket));
  expect(rows.every((row) => getProductIcon(row.wood))).toBe(true);
});
