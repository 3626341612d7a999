import { beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { makeCompany, makeJobCompany, makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createTicket } from "~/modules/trip-tickets/create/data/create.server";
import { moveTicket } from "~/modules/trip-tickets/life-cycle/data/change-status.server";
import { buildTicketNotificationSteps } from "~/modules/trip-tickets/shared/ticket-notices.server";
import { requireVisibleTicket } from "~/modules/trip-tickets/shared/ticket-row.server";
import { procedure } from "~/web/procedure";
import { listNotifications } from "../shared/inbox.server";

type Person = Harvest["manager"];
let db: Database;
let h: Harvest;
let driver: Person;
/** Person at the land manager of a job that another company requested. */
let forester: Person;

beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  driver = await actAs(db, await makeUser(db, {}, [h.ids.hauler.crew]), h.ids.hauler.id);
  const land = await makeCompany(db, { name: "Karhu Forestry" });
  forester = await actAs(db, await makeUser(db, {}, [land.admins]), land.id);
  await makeJobCompany(db, h.ids.job, land.id, { is_land_manager: true });
});
beforeEach(() => db.client.execute("DELETE FROM notification_inbox"));

const heard = async (who: Person) =>
  (await who.call(listNotifications, { take: -1 })).notifications.map((n) => [
    n.notification_type_id,
    n.count,
    n.title,
  ]);
const step = async (who: Person, id: number, verb: "dropoff" | "pause" | "resume") => {
  const { rows } = await db.client.execute({
    sql: "SELECT version FROM trip_ticket WHERE id = ?",
    args: [id],
  });
  return who.call(moveTicket, { id, verb, version: Number(rows[0]?.version) + 1 });
};
const onTheRoad = () =>
  h.ticket({
    trip_ticket_status_id: 2,
    hauler_company_id: h.ids.hauler.id,
    picked_up_at: "2026-09-01T10:00:00.000Z",
  });
/** Commit the notification steps of this many deliveries of a load. */
const tellAgain = procedure({
  name: "tellOfDeliveries",
  input: z.strictObject({ id: z.number(), times: z.number() }),
  async run(ctx, { id, times }) {
    const { row } = await requireVisibleTicket(ctx, id);
    const each = () => buildTicketNotificationSteps(ctx, row, { trip_ticket_status_id: 3 });
    return ctx.commit(Array.from({ length: times }, each).flat(), { times });
  },
});

test("combines two thousand deliveries of a job in one day into one notification for each recipient", async () => {
  const id = await onTheRoad();
  for (let i = 0; i < 10; i++) await h.hauler.call(tellAgain, { id, times: 199 });
  for (let i = 0; i < 10; i++) await step(h.hauler, await onTheRoad(), "dropoff");
  const line = [6, 2_000, expect.stringMatching(/was delivered$/)];
  expect([await heard(h.manager), await heard(forester)]).toEqual([[line], [line]]);
  const { rows } = await db.client.execute(
    "SELECT count(*) AS n FROM notification n WHERE EXISTS (SELECT 1 FROM notification_inbox i WHERE i.notification_id = n.id)",
  );
  expect(rows[0]?.n).toBe(1);
});

test("a land manager is notified like the requester; a rival and the company that acts are not", async () => {
  const id = await onTheRoad();
  await step(h.hauler, id, "pause");
  const line = [[6, 1, expect.stringMatching(/was paused$/)]];
  expect(await Promise.all([h.manager, forester, h.hauler, h.second, h.rival].map(heard))).toEqual([
    line,
    line,
    [],
    [],
    [],
  ]);
});

test("combines several status changes of one load into one notification for each recipient", async () => {
  const id = await h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id });
  await step(h.manager, id, "pause");
  await step(h.manager, id, "resume");
  await step(h.manager, id, "pause");
  expect((await heard(h.hauler)).map(([, n]) => n)).toEqual([2]);
  expect((await heard(forester)).map(([, n]) => n)).toEqual([2]);
  expect(await heard(h.manager)).toEqual([]);
  const { rows } = await db.client.execute({
    sql: "SELECT count(*) AS n FROM notification WHERE group_key = ?",
    args: [`moved:${id}`],
  });
  expect(rows[0]?.n).toBe(1);
});

test("notifies the hauler or driver named for new loads, once for all of the loads", async () => {
  const load = {
    job_id: h.ids.job,
    job_destination_id: h.ids.destination,
    product: "5-746-0",
    hauler_company_id: h.ids.hauler.id,
  };
  await h.manager.call(createTicket, { ...load, loads: 12 });
  const twelve = [[5, 1, expect.stringMatching(/^12 loads on .* are yours to haul$/)]];
  expect([await heard(h.hauler), await heard(driver), await heard(h.second), await heard(h.manager)]).toEqual(
    [twelve, twelve, [], []],
  );
  await db.client.execute("DELETE FROM notification_inbox");
  await h.manager.call(createTicket, { ...load, hauler_user_id: driver.actor.user?.id });
  expect([await heard(driver), await heard(h.hauler)]).toEqual([
    [[5, 1, expect.stringMatching(/^A load on .* is yours to haul$/)]],
    [],
  ]);
  await db.client.execute("DELETE FROM notification_inbox");
  await h.manager.call(createTicket, { ...load, hauler_company_id: undefined });
  expect([await heard(driver), await heard(h.hauler)]).toEqual([[], []]);
});
