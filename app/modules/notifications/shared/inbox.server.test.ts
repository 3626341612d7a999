import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { insertRow, makeCompany, makeUser } from "#db/factories";
import { crewPermission } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addComment } from "~/modules/comments/data/comments.server";
import { rejectJoinRequest, requestToJoin } from "~/modules/people/shared/join-requests.server";
import { moveTicket } from "~/modules/trip-tickets/life-cycle/data/change-status.server";
import { procedure } from "~/web/procedure";
import { createNotification, listRecipients, sendMessage } from "../data/compose.server";
import { NOTIFICATION } from "../rules/notices";
import {
  dismissNotification,
  getUnreadCount,
  listNotifications,
  listOtherCompanyUnread,
  markAllNotificationsRead,
  markNotificationRead,
  openNotification,
  restoreNotification,
} from "./inbox.server";
import { buildNotificationSteps } from "./notify.server";

type Person = Harvest["manager"];
let db: Database;
let h: Harvest;
/** A second admin of the manager's company, and a driver of the hauler's. */
let office: Person;
let driver: Person;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  office = await actAs(db, await makeUser(db, {}, [h.ids.manager.admins]), h.ids.manager.id);
  driver = await actAs(db, await makeUser(db, {}, [h.ids.hauler.crew]), h.ids.hauler.id);
});

const tell = procedure({
  name: "tellTheCompany",
  input: z.strictObject({ company: z.number(), group: z.string().optional() }),
  run: (ctx, { company, group }) =>
    ctx.commit(
      buildNotificationSteps(ctx, {
        type: NOTIFICATION.general,
        to: { company },
        title: "Gate code",
        message: "4711",
        path: "/jobs",
        ...(group ? { group } : {}),
      }),
      { ok: true },
    ),
});

const all = async (who: Person, input: { show?: "unread" | "all" | "dismissed"; type?: number } = {}) =>
  (await who.call(listNotifications, { take: -1, ...input })).notifications;
const titles = async (who: Person) => (await all(who, { show: "unread" })).map((n) => n.title);
const unread = (who: Person) => who.call(getUnreadCount, {}).then((result) => result.unread);
const newestOf = async (who: Person) => {
  const [found] = await all(who);
  if (!found) throw new Error("an empty inbox");
  return found;
};

describe("an inbox belongs to one person", () => {
  test("reading or dismissing a notification doesn't affect a colleague, and its sender has no copy", async () => {
    await h.manager.call(tell, { company: h.ids.hauler.id });
    const [mine, theirs] = [await newestOf(h.hauler), await newestOf(driver)];
    expect(mine.id).not.toBe(theirs.id);
    await h.hauler.call(dismissNotification, { notification_id: mine.id });
    expect([await unread(h.hauler), await unread(driver)]).toEqual([0, 1]);
    await driver.call(markNotificationRead, { notification_id: theirs.id });
    expect(await unread(driver)).toBe(0);
    expect((await newestOf(driver)).is_read).toBe(true);
    await office.call(tell, { company: h.ids.manager.id });
    expect([await unread(h.manager), await unread(office)]).toEqual([1, 0]);
  });

  test("treats another person's notification as missing, both for a colleague and for a rival", async () => {
    await h.manager.call(tell, { company: h.ids.hauler.id });
    const { id } = await newestOf(h.hauler);
    for (const who of [driver, h.manager, h.rival])
      for (const act of [markNotificationRead, dismissNotification, restoreNotification, openNotification])
        expect((await catchError(who.call(act, { notification_id: id }))).kind).toBe("missing");
    expect(await unread(h.hauler)).toBe(1);
    const before = await unread(driver);
    await driver.call(markAllNotificationsRead, { up_to: id });
    expect(await unread(driver)).toBe(before);
  });

  test("shows only the current company's notifications, and counts the unread ones of the other company", async () => {
    const second = await makeCompany(db, { name: "Maple Hauling" });
    const user = await makeUser(db, {}, [h.ids.mill.admins, second.admins]);
    const [at, there] = [await actAs(db, user, h.ids.mill.id), await actAs(db, user, second.id)];
    await h.manager.call(tell, { company: h.ids.mill.id });
    await h.manager.call(tell, { company: second.id });
    await h.manager.call(tell, { company: second.id });
    expect([await unread(at), await unread(there)]).toEqual([1, 2]);
    const other = await newestOf(there);
    expect((await catchError(at.call(markNotificationRead, { notification_id: other.id }))).kind).toBe(
      "missing",
    );
    expect(await at.call(listOtherCompanyUnread, {})).toEqual([
      { id: second.id, name: "Maple Hauling", unread: 2 },
    ]);
  });
});

test("hides notifications of kinds that a person's crew may not see", async () => {
  await db.client.execute("DELETE FROM notification_inbox");
  const crew_id = h.ids.hauler.crew;
  const hear = async (type: number) => {
    await db.client.execute({
      sql: "UPDATE notification SET notification_type_id = ? WHERE group_key = 'kinds'",
      args: [type],
    });
    return [await unread(driver), (await all(driver)).length];
  };
  await h.manager.call(tell, { company: h.ids.hauler.id, group: "kinds" });
  expect(await hear(NOTIFICATION.comment)).toEqual([1, 1]);
  await insertRow(db, crewPermission, { crew_id, entity_id: 18 });
  const stored = await actAs(db, driver.actor.user?.id ?? 0, h.ids.hauler.id);
  expect([await unread(stored), (await all(stored)).length]).toEqual([0, 0]);
  await db.client.execute({ sql: "DELETE FROM crew_permission WHERE crew_id = ?", args: [crew_id] });
});

describe("reading, dismissing and restoring", () => {
  test("opening a notification marks it as read and returns its link", async () => {
    await h.manager.call(tell, { company: h.ids.logger.id });
    const { id } = await newestOf(h.logger);
    expect(await h.logger.call(openNotification, { notification_id: id })).toEqual({ id, path: "/jobs" });
    expect(await all(h.logger, { show: "unread" })).toEqual([]);
  });

  test("a dismissed notification can be restored for 30 days, and not later", async () => {
    await h.manager.call(tell, { company: h.ids.logger.id });
    const { id } = await newestOf(h.logger);
    await h.logger.call(dismissNotification, { notification_id: id });
    expect((await all(h.logger)).map((n) => n.id)).not.toContain(id);
    expect((await all(h.logger, { show: "dismissed" })).map((n) => n.id)).toEqual([id]);
    await h.logger.call(restoreNotification, { notification_id: id });
    expect((await newestOf(h.logger)).id).toBe(id);
    await h.logger.call(dismissNotification, { notification_id: id });
    const long = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await db.client.execute({
      sql: "UPDATE notification_inbox SET dismissed_at = ? WHERE id = ?",
      args: [long, id],
    });
    expect(await all(h.logger, { show: "dismissed" })).toEqual([]);
    expect((await catchError(h.logger.call(restoreNotification, { notification_id: id }))).kind).toBe(
      "missing",
    );
  });

  test("marking all as read stops at the newest notification seen, and later ones stay unread", async () => {
    for (let i = 0; i < 3; i++) await h.manager.call(tell, { company: h.ids.owner.id });
    const [newest, seen] = await all(h.owner);
    await db.client.execute({
      sql: "UPDATE notification_inbox SET created_at = ? WHERE id = ?",
      args: [new Date(Date.now() + 60_000).toISOString(), newest?.id ?? 0],
    });
    await h.owner.call(markAllNotificationsRead, { up_to: seen?.id ?? 0 });
    expect((await all(h.owner, { show: "unread" })).map((n) => n.id)).toEqual([newest?.id]);
  });
});

test("repeated unread news increases the notification's count; once it is read, a new notification is added", async () => {
  for (let i = 0; i < 40; i++) await h.manager.call(tell, { company: h.ids.second.id, group: "gate" });
  expect((await all(h.second)).map((n) => n.count)).toEqual([40]);
  await h.second.call(markNotificationRead, { notification_id: (await newestOf(h.second)).id });
  await h.manager.call(tell, { company: h.ids.second.id, group: "gate" });
  expect((await all(h.second)).map((n) => [n.count, n.is_read])).toEqual([
    [1, false],
    [40, true],
  ]);
});

describe("notifications about loads", () => {
  const clear = async () => db.client.execute("DELETE FROM notification_inbox");
  const step = async (who: Person, id: number, verb: "dropoff" | "pause" | "reopening") => {
    const resultSet = await db.client.execute({
      sql: "SELECT version FROM trip_ticket WHERE id = ?",
      args: [id],
    });
    return who.call(moveTicket, { id, verb, version: Number(resultSet.rows[0]?.version) + 1 });
  };

  test("combines twenty deliveries of a job in one day into one notification for the office and none for their hauler", async () => {
    await clear();
    const hauled = {
      trip_ticket_status_id: 2,
      hauler_company_id: h.ids.hauler.id,
      picked_up_at: "2026-09-01T10:00:00.000Z",
    } as const;
    for (let i = 0; i < 20; i++) await step(h.hauler, await h.ticket(hauled), "dropoff");
    const [line, ...more] = await all(h.manager);
    expect([line?.count, more]).toEqual([20, []]);
    expect(line?.title).toMatch(/^Ticket #\d+ on .* was delivered$/);
    expect(await all(h.hauler)).toEqual([]);
    expect(await all(h.rival)).toEqual([]);
  });

  test("notifies the hauler of a load that the office pauses", async () => {
    await clear();
    const id = await h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id });
    await step(h.manager, id, "pause");
    expect(await titles(h.hauler)).toEqual([expect.stringMatching(/was paused$/)]);
    expect(await all(h.manager)).toEqual([]);
    expect(await all(h.second)).toEqual([]);
  });
});

test("notifies earlier commenters and the requester of a comment, without its text", async () => {
  const id = await h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id });
  await db.client.execute("DELETE FROM notification_inbox");
  await driver.call(addComment, { trip_ticket_id: id, content: "Muddy, $900 extra" });
  expect([await titles(driver), await titles(h.hauler)]).toEqual([[], []]);
  expect(await titles(h.manager)).toEqual([expect.stringMatching(/^New comment on ticket #\d+/)]);
  await h.manager.call(addComment, { trip_ticket_id: id, content: "Come back tomorrow" });
  expect(await titles(driver)).toHaveLength(1);
  expect(await titles(h.hauler)).toEqual([]);
  expect(JSON.stringify([await all(driver), await all(h.manager)])).not.toMatch(/Muddy|900|tomorrow/);
  // A company that is no longer on the load gets no notification about it.
  await db.client.execute({
    sql: "UPDATE trip_ticket SET hauler_company_id = NULL WHERE id = ?",
    args: [id],
  });
  await db.client.execute("DELETE FROM notification_inbox");
  await h.manager.call(addComment, { trip_ticket_id: id, content: "Never mind" });
  expect(await titles(driver)).toEqual([]);
});

test("notifies the admins of a request to join, and the person who sent it of the answer", async () => {
  const asker = await actAs(db, await makeUser(db), null);
  await db.client.execute("DELETE FROM notification_inbox");
  const { request_id } = await asker.call(requestToJoin, { company_id: h.ids.owner.id });
  expect(await titles(h.owner)).toEqual([expect.stringMatching(/asked to join/)]);
  await h.owner.call(rejectJoinRequest, { request_id });
  expect(await titles(asker)).toEqual([expect.stringMatching(/turned down your request$/)]);
});

describe("sending messages", () => {
  const words = { title: "Gate code", message: "4711" };

  test("counts the recipients (everyone, a crew, a person, a job) and reaches only them", async () => {
    await db.client.execute("DELETE FROM notification_inbox");
    const { recipients } = await h.hauler.call(listRecipients, {});
    expect(recipients.map((r) => r.label)).toContain("Crew (1 person)");
    await h.hauler.call(sendMessage, { ...words, to: `crew:${h.ids.hauler.crew}` });
    await h.hauler.call(createNotification, { ...words, user_id: driver.actor.user?.id });
    expect([await unread(driver), await unread(h.manager)]).toEqual([2, 0]);
    // A hauler's message reaches its own people on the job; the requester's reaches everybody who works on the job.
    await h.hauler.call(createNotification, { ...words, job_id: h.ids.job });
    expect([await unread(driver), await unread(h.second)]).toEqual([3, 0]);
    await h.manager.call(createNotification, { ...words, job_id: h.ids.job });
    expect([await unread(driver), await unread(h.second), await unread(h.rival)]).toEqual([4, 1, 0]);
    // A message without a recipient goes to the caller's own company.
    await h.hauler.call(createNotification, words);
    expect([await unread(driver), await unread(h.second), await unread(h.rival)]).toEqual([5, 1, 0]);
  });

  test("refuses messages to another company, or to its crews, people or jobs", async () => {
    const others = [
      { company_id: h.ids.hauler.id },
      { crew_id: h.ids.hauler.admins },
      { user_id: driver.actor.user?.id },
      { job_id: h.ids.job },
      { company_id: h.ids.rival.id, job_id: h.ids.job },
    ];
    for (const to of others)
      expect((await catchError(h.rival.call(createNotification, { ...words, ...to }))).kind).toBe("invalid");
    expect((await catchError(h.rival.call(sendMessage, { ...words, to: "job:1x" }))).kind).toBe("invalid");
  });

  test.each([
    ["title", "  ", "Title is required"],
    ["message", "\n", "Message is required"],
  ])("refuses a blank %s: %s", async (field, value, message) => {
    const refusal = await catchError(
      h.hauler.call(createNotification, { ...words, [field]: value, company_id: h.ids.hauler.id }),
    );
    expect(JSON.stringify(refusal)).toContain(message);
  });
});
