import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { catchError } from "#db/testing/acting";
import type { Harvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { findStopLink, redactSecrets } from "~/lib/mail/outbox";
import { env } from "~/web/env.server";
import { NOTIFICATION, type NotificationType } from "../rules/notices";
import { buildUnsubscribePath } from "../shared/stopping.server";
import { deliverNotificationsTask } from "../shared/tell.server";
import { createNotificationFixture, STUB_TASK_CONTEXT } from "../testing/hearing.server";
import { listPreferences, savePreferences, unsubscribeFromMail } from "./preferences.server";

let db: Database;
let it: Awaited<ReturnType<typeof createNotificationFixture>>;
type Person = Harvest["manager"];
beforeAll(async () => {
  db = await openTestDatabase();
  it = await createNotificationFixture(db);
});
beforeEach(() => it.forget());

const carryOutTelling = (group = "gate") =>
  deliverNotificationsTask.run(
    it.app(() => new Date()),
    { group },
    STUB_TASK_CONTEXT,
  );

describe("notification preferences", () => {
  test("preferences have defaults until changed; admins get immediate mail about items that wait for them", async () => {
    const ways = async (who: Person) =>
      Object.fromEntries(
        (await who.call(listPreferences, {})).preferences.map((p) => [p.notification_type_id, p.mail]),
      );
    expect(await ways(it.h.hauler)).toEqual({
      1: "daily",
      2: "now",
      3: "now",
      4: "now",
      5: "now",
      6: "daily",
      7: "daily",
      9: "now",
      10: "now",
    });
    expect(await ways(it.driver)).toMatchObject({ 2: "daily", 5: "now", 10: "daily" });
    await it.prefer(it.driver, NOTIFICATION.comment, { mail: "no" });
    expect((await ways(it.driver))[7]).toBe("no");
    expect((await ways(it.h.hauler))[7]).toBe("daily");
    // If a preference is set back to its default, nothing is stored.
    await it.prefer(it.driver, NOTIFICATION.comment, { mail: "daily" });
    const { rows } = await db.client.execute("SELECT * FROM notification_preference");
    expect(rows).toEqual([]);
  });

  test("turning off a kind of news stops its notifications and mail, only for that person", async () => {
    await it.prefer(it.h.hauler, NOTIFICATION.settlement, { in_app: false, mail: "now" });
    await it.say(NOTIFICATION.settlement);
    expect([await it.unread(it.h.hauler), await it.unread(it.driver)]).toEqual([0, 1]);
    expect(await it.mails(it.h.hauler)).toEqual([]);
    await it.prefer(it.driver, NOTIFICATION.general, { in_app: false });
    await it.say(NOTIFICATION.general);
    expect([await it.unread(it.h.hauler), await it.unread(it.driver)]).toEqual([1, 1]);
    await it.prefer(it.h.hauler, NOTIFICATION.settlement, { mail: "daily" });
    await it.say(NOTIFICATION.settlement, "again");
    expect([await it.unread(it.h.hauler), await it.mails(it.h.hauler)]).toEqual([2, []]);
    await it.prefer(it.h.hauler, NOTIFICATION.settlement, { mail: "now" });
    await it.say(NOTIFICATION.settlement, "a third");
    expect(await it.mails(it.h.hauler)).toHaveLength(1);
  });

  test("refuses preferences with unknown or duplicate kinds", async () => {
    for (const preferences of [
      [{ notification_type_id: 8, mail: "no" as const }],
      [1, 1].map((notification_type_id) => ({ notification_type_id, mail: "no" as const })),
    ])
      expect((await catchError(it.driver.call(savePreferences, { preferences }))).kind).toBe("invalid");
  });
});

describe("immediate mail", () => {
  test("mails people who chose immediate mail, once in a few hours, with an unsubscribe link; else queues nothing", async () => {
    await it.say(NOTIFICATION.comment);
    const queued = async () =>
      (await db.client.execute("SELECT name FROM background_job")).rows.map((r) => r.name);
    expect(await queued()).toEqual([]);
    await it.prefer(it.driver, NOTIFICATION.general, { mail: "now" });
    await it.say(NOTIFICATION.general, "wanted");
    expect(await queued()).toContain(deliverNotificationsTask.name);
    await carryOutTelling("wanted");
    await carryOutTelling("wanted");
    await it.say(NOTIFICATION.general, "wanted");
    await carryOutTelling("wanted");
    const [mail, ...more] = await it.mails(it.driver);
    expect([mail?.subject, more]).toEqual(["Gate code", []]);
    expect(findStopLink(mail?.body ?? "")).toBe(
      `${env().PUBLIC_URL}${buildUnsubscribePath(it.idOf(it.driver), 1)}`,
    );
    expect(redactSecrets(mail?.body ?? "")).toMatch(/\/unsubscribe\/…$/);
    expect(await it.mails(it.h.hauler)).toEqual([]);
  });

  test("sends no immediate mail to a person who has read the news, or has left the company", async () => {
    const gone = await it.another();
    for (const who of [it.driver, gone]) await it.prefer(who, NOTIFICATION.general, { mail: "now" });
    await it.say(NOTIFICATION.general);
    await db.client.execute({ sql: "DELETE FROM crew_member WHERE user_id = ?", args: [it.idOf(gone)] });
    await db.client.execute({
      sql: "UPDATE notification_inbox SET read_at = created_at WHERE user_id = ?",
      args: [it.idOf(it.driver)],
    });
    await carryOutTelling();
    expect([await it.mails(it.driver), await it.mails(gone)]).toEqual([[], []]);
  });
});

describe("the unsubscribe link in a mail", () => {
  const stop = (path: string) =>
    it.h.rival.call(unsubscribeFromMail, { token: path.split("/").at(-1) ?? "" });

  test("an unsubscribe link stops the daily digest or one kind of mail, only for its person; the inbox stays", async () => {
    await stop(buildUnsubscribePath(it.idOf(it.driver), "daily"));
    await it.prefer(it.h.hauler, NOTIFICATION.comment, { mail: "now" });
    await stop(buildUnsubscribePath(it.idOf(it.h.hauler), NOTIFICATION.settlement));
    const mail = async (who: Person, type: NotificationType) =>
      (await who.call(listPreferences, {})).preferences.find((p) => p.notification_type_id === type)?.mail;
    expect([await mail(it.driver, 7), await mail(it.driver, 5), await mail(it.driver, 10)]).toEqual([
      "no",
      "now",
      "no",
    ]);
    expect([await mail(it.h.hauler, 10), await mail(it.h.hauler, 7), await mail(it.h.hauler, 6)]).toEqual([
      "no",
      "now",
      "daily",
    ]);
    await it.say(NOTIFICATION.general);
    expect(await it.unread(it.driver)).toBe(1);
  });

  test.each([
    ["another person", (t: string) => t.replace(/~\d+~/, "~1~")],
    ["another kind", (t: string) => t.replace("daily", "10")],
    ["a letter more", (t: string) => `${t}x`],
    ["nothing", () => "daily~1~"],
  ])("refuses an unsubscribe link with a forged token: %s", async (_, spoil) => {
    const path = spoil(buildUnsubscribePath(it.idOf(it.driver) + 7_000, "daily"));
    expect((await catchError(stop(path))).kind).toBe("missing");
  });
});
