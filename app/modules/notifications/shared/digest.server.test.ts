import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { outboxMessage } from "#db/schema";
import type { Harvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { findStopLink } from "~/lib/mail/outbox";
import { env } from "~/web/env.server";
import { NOTIFICATION } from "../rules/notices";
import { createNotificationFixture, notifyCompany, STUB_TASK_CONTEXT } from "../testing/hearing.server";
import { sendDigestsTask } from "./digest.server";
import { buildUnsubscribePath } from "./stopping.server";

let db: Database;
let it: Awaited<ReturnType<typeof createNotificationFixture>>;
type Person = Harvest["manager"];
beforeAll(async () => {
  db = await openTestDatabase();
  it = await createNotificationFixture(db);
});
beforeEach(() => it.forget());

describe("daily digest of news", () => {
  const ZONE = "America/Detroit";
  const told = (when: string) =>
    sendDigestsTask.run(
      it.app(() => new Date(when)),
      {},
      STUB_TASK_CONTEXT,
    );
  /** Create a reader in a time zone, with one notification that has been unread since an instant. */
  async function reader(zone: string, since: string) {
    const who = await it.another({ time_zone: zone });
    await it.h.manager.call(notifyCompany, {
      company: it.h.ids.hauler.id,
      type: NOTIFICATION.general,
      group: `for ${it.idOf(who)}`,
    });
    await db.client.execute({
      sql: "DELETE FROM notification_inbox WHERE user_id <> ?",
      args: [it.idOf(who)],
    });
    await db.client.execute({ sql: "UPDATE notification_inbox SET created_at = ?", args: [since] });
    return who;
  }
  const subjects = async (who: Person) => (await it.mails(who)).map((m) => m.subject);

  test.each([
    ["in winter", ZONE, "2026-11-20T15:00:00Z", "2026-11-21T10:59:00Z", "2026-11-21T11:00:00Z"],
    ["in summer", ZONE, "2026-07-20T15:00:00Z", "2026-07-21T09:59:00Z", "2026-07-21T10:00:00Z"],
    [
      "the morning that the clocks go ahead",
      ZONE,
      "2026-03-07T15:00:00Z",
      "2026-03-08T09:59:00Z",
      "2026-03-08T10:00:00Z",
    ],
    [
      "the morning that they go back",
      ZONE,
      "2026-10-31T15:00:00Z",
      "2026-11-01T10:59:00Z",
      "2026-11-01T11:00:00Z",
    ],
    [
      "where it is morning later",
      "Pacific/Honolulu",
      "2026-11-20T15:00:00Z",
      "2026-11-20T15:59:00Z",
      "2026-11-20T16:00:00Z",
    ],
    [
      "ahead of UTC",
      "Pacific/Auckland",
      "2026-11-20T15:00:00Z",
      "2026-11-20T16:59:00Z",
      "2026-11-20T17:00:00Z",
    ],
  ])("sends the digest at six in the person's time zone: %s", async (_, zone, since, before, six) => {
    const who = await reader(zone, since);
    await told(before);
    expect(await subjects(who)).toEqual([]);
    await told(six);
    expect(await subjects(who)).toEqual(["1 thing you haven't read"]);
    await told(six);
    await told(new Date(Date.parse(six) + 3_600_000).toISOString());
    expect(await subjects(who)).toHaveLength(1);
  });

  test("includes the day's news only in the next morning's digest, and only once", async () => {
    const who = await reader(ZONE, "2026-11-21T15:00:00.000Z");
    await told("2026-11-21T16:00:00Z");
    expect(await subjects(who)).toEqual([]);
    await told("2026-11-22T11:15:00Z");
    await told("2026-11-23T11:15:00Z");
    expect(await subjects(who)).toHaveLength(1);
    const [mail] = await it.mails(who);
    expect(mail?.body).toContain("Everything else:\n- Gate code");
    expect(findStopLink(mail?.body ?? "")).toBe(
      `${env().PUBLIC_URL}${buildUnsubscribePath(it.idOf(who), "daily")}`,
    );
  });

  test("sends a digest only once if several servers run at the same time", async () => {
    const who = await reader(ZONE, "2026-11-20T15:00:00.000Z");
    await Promise.all(Array.from({ length: 4 }, () => told("2026-11-21T12:00:00Z")));
    expect(await subjects(who)).toHaveLength(1);
  });

  test.each([
    ["read", "UPDATE notification_inbox SET read_at = created_at"],
    ["dismissed", "UPDATE notification_inbox SET dismissed_at = created_at"],
    [
      "of a company that was left",
      "DELETE FROM crew_member WHERE user_id = (SELECT user_id FROM notification_inbox)",
    ],
    [
      "not wanted",
      "INSERT INTO notification_preference (user_id, notification_type_id, mail) SELECT user_id, 1, 'no' FROM notification_inbox",
    ],
    [
      "mailed at once",
      "INSERT INTO notification_preference (user_id, notification_type_id, mail) SELECT user_id, 1, 'now' FROM notification_inbox",
    ],
    [
      "of somebody without an email",
      "UPDATE user SET email = NULL WHERE id = (SELECT user_id FROM notification_inbox)",
    ],
  ])("omits news from the digest that is %s", async (_, change) => {
    const who = await reader(ZONE, "2026-11-20T15:00:00.000Z");
    await db.client.execute(change);
    await told("2026-11-21T12:00:00Z");
    expect((await db.read.select().from(outboxMessage)).length).toBe(0);
    expect(await subjects(who)).toEqual([]);
  });

  test("sends the digest in the company's time zone if a person has none", async () => {
    const who = await reader(ZONE, "2026-11-20T15:00:00.000Z");
    await db.client.execute("UPDATE user SET time_zone = NULL");
    const { rows } = await db.client.execute(
      "SELECT id FROM us_state WHERE time_zone = 'America/Los_Angeles' LIMIT 1",
    );
    await db.client.execute({
      sql: "UPDATE company SET us_state_id = ? WHERE id = ?",
      args: [Number(rows[0]?.id), it.h.ids.hauler.id],
    });
    await told("2026-11-21T13:59:00Z");
    expect(await subjects(who)).toEqual([]);
    await told("2026-11-21T14:00:00Z");
    expect(await subjects(who)).toHaveLength(1);
    await db.client.execute("UPDATE company SET us_state_id = NULL");
  });
});
