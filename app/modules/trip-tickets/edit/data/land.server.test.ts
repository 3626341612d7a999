import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { job, tripTicket } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { readExportRows } from "~/modules/exports/data/rows.server";
import type { CompanyActor } from "~/web/actor";
import { listTicketAudits } from "../../data/related.server";
import { STATUS } from "../../rules/trip-ticket";
import { showTickets } from "../../selection/data/panel.server";
import { getTicketPage } from "../../shared/detail.server";
import { printTickets } from "../../shared/paper.server";
import { getTicket } from "../../shared/record.server";
import { searchTickets } from "../../shared/search.server";
import { updateTicket } from "../../shared/update.server";

let db: Database;
let h: Harvest;
let id: number;

/** Unique texts that describe where the wood was cut. */
const PLANTED = [
  "T91N",
  "R92W",
  "S93",
  "44.9494",
  "-84.9595",
  "HN-969696",
  "BRAND97",
  "T98N-landing",
  "41.9191",
];

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  await db.batch([
    db.write
      .update(job)
      .set({
        township: "T91N",
        range: "R92W",
        section: "S93",
        latitude: 44.9494,
        longitude: -84.9595,
        harvest_notification_number: "HN-969696",
        log_brand: "BRAND97",
      })
      .where(eq(job.id, h.ids.job))
      .toSQL(),
  ]);
  id = await h.ticket({ trip_ticket_status_id: STATUS.inTransit, hauler_company_id: h.ids.hauler.id });
  await h.manager.call(updateTicket, {
    id,
    version: 2,
    township: "T98N-landing",
    latitude: 41.9191,
    longitude: -84.9,
    save_anyway: true,
  });
});

/** Everything of the ticket that a company's user can read, as text. */
async function readBy(who: Harvest["mill"]) {
  const files = [];
  for await (const rows of readExportRows({ read: db.read, actor: who.actor as CompanyActor }, [id]))
    files.push(...rows);
  const results = [];
  const list = await who.call(searchTickets, { job_ids: [h.ids.job] });
  results.push(list.trip_tickets);
  return JSON.stringify([
    files,
    results,
    await who.call(getTicket, { id }),
    await who.call(getTicketPage, { id }),
    await who.call(printTickets, { ids: [id] }),
    await who.call(showTickets, { ids: [id] }),
    await who.call(listTicketAudits, { trip_ticket_id: id, take: 50, skip: 0 }),
  ]);
}

test("a ticket reveals no more of the land to a mill than its job does: page, call, list, file, paper, history", async () => {
  const text = await readBy(h.mill);
  expect(text).toContain(`"id":${id}`);
  for (const word of PLANTED) expect(text, word).not.toContain(word);
});

test.each(["manager", "owner", "hauler"] as const)("the %s sees where the load comes from", async (who) => {
  const text = await readBy(h[who]);
  for (const word of PLANTED) expect(text, word).toContain(word);
});

test("a mill's edit of a ticket leaves its land fields unchanged", async () => {
  const [before] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, id));
  await h.mill.call(updateTicket, { id, version: (before?.version ?? 0) + 1, scale_ticket_number: "A1" });
  const [after] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, id));
  expect(after).toMatchObject({ township: "T98N-landing", latitude: 41.9191, scale_ticket_number: "A1" });
});
