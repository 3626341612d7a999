import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import type { Harvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createRunner } from "~/lib/queue/runner.server";
import { endColleagueSessions } from "~/modules/people/data/colleague-sessions.server";
import { endUserSessions } from "~/modules/people/shared/account-acts.server";
import { endOwnSession } from "~/modules/people/shared/profile.server";
import { endSession, readSession, startSession } from "~/web/session.server";
import { NOTIFICATION } from "../rules/notices";
import { sendPushTask } from "../shared/push.server";
import { deliverNotificationsTask } from "../shared/tell.server";
import { createNotificationFixture } from "../testing/hearing.server";
import { addPushDevice, listPushDevices, removePushDevice } from "./devices.server";

let db: Database;
let it: Awaited<ReturnType<typeof createNotificationFixture>>;
type Person = Harvest["manager"];
beforeAll(async () => {
  db = await openTestDatabase();
  it = await createNotificationFixture(db);
});
beforeEach(() => it.forget());
afterEach(() => void vi.unstubAllGlobals());

describe("push devices", () => {
  const DEVICE = {
    endpoint: "https://updates.push.services.mozilla.com/wpush/v2/a-browser",
    keys: {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
  };
  const devices = async (who: Person) => (await who.call(listPushDevices, {})).push_subscriptions;
  /** Stub the push service, and return a list of the requests that it receives. */
  function service(...statuses: number[]) {
    const sent: { url: string; headers: Record<string, string>; redirect?: string }[] = [];
    vi.stubGlobal(
      "fetch",
      async (url: string, { headers, redirect }: { headers: Record<string, string>; redirect: string }) => {
        sent.push({ url, headers, redirect });
        return new Response(null, { status: statuses.shift() ?? 201 });
      },
    );
    return sent;
  }
  /** Run the queued items on a server whose clock may be ahead by `late` milliseconds. */
  const drain = (late = 0) =>
    createRunner({
      app: it.app(() => new Date(Date.now() + late)),
      kinds: [deliverNotificationsTask, sendPushTask],
      place: "here",
      process: "own",
    }).drain();

  test("a device gets a push message about news, but not about a kind of news that is turned off", async () => {
    const sent = service();
    await it.driver.call(addPushDevice, DEVICE);
    await it.say(NOTIFICATION.general);
    await drain();
    expect(
      sent.map(({ url, headers, redirect }) => [
        url,
        headers.Urgency,
        headers["Content-Encoding"],
        headers.TTL,
        redirect,
      ]),
    ).toEqual([[DEVICE.endpoint, "normal", "aes128gcm", "43200", "manual"]]);
    expect(sent[0]?.headers.Authorization).toMatch(/^vapid t=.+, k=/);
    await it.prefer(it.driver, NOTIFICATION.comment, { push: false });
    await it.say(NOTIFICATION.comment, "quiet");
    await drain();
    expect(sent).toHaveLength(1);
  });

  test.each([404, 410])("deletes a device when the push service returns %i", async (status) => {
    service(status);
    await it.driver.call(addPushDevice, DEVICE);
    await it.say(NOTIFICATION.general);
    await drain();
    expect(await devices(it.driver)).toEqual([]);
  });

  test.each([429, 503, 307])(
    "keeps a device, and retries the push later, when the push service returns %i",
    async (status) => {
      const sent = service(status);
      await it.driver.call(addPushDevice, DEVICE);
      await it.say(NOTIFICATION.general);
      await drain();
      expect([sent.length, (await devices(it.driver)).length]).toEqual([1, 1]);
      const [waiting] = (
        await db.client.execute({
          sql: "SELECT run_at, failure FROM background_job WHERE name = ? AND finished_at IS NULL",
          args: [sendPushTask.name],
        })
      ).rows;
      expect(String(waiting?.failure)).toContain(String(status));
      await drain(Date.parse(String(waiting?.run_at)) - Date.now() + 1);
      expect(sent).toHaveLength(2);
    },
  );

  test("accepts a device only for a known push service and with valid keys, and calls no other service", async () => {
    for (const endpoint of [
      "https://127.0.0.1/x",
      "https://10.0.0.1/x",
      "http://fcm.googleapis.com/x",
      "https://169.254.169.254/x",
    ])
      expect((await catchError(it.driver.call(addPushDevice, { ...DEVICE, endpoint }))).kind).toBe("invalid");
    const keys = { ...DEVICE.keys, p256dh: "AAAA" };
    expect((await catchError(it.driver.call(addPushDevice, { ...DEVICE, keys }))).kind).toBe("invalid");
    // A device whose stored push service is unknown is deleted without a request to that service.
    const sent = service();
    await it.driver.call(addPushDevice, DEVICE);
    await db.client.execute("UPDATE push_subscription SET endpoint = 'https://127.0.0.1/x'");
    await it.say(NOTIFICATION.general);
    await drain();
    expect([sent, await devices(it.driver)]).toEqual([[], []]);
  });

  test("a device belongs to the last person who added its browser; each person can have ten devices", async () => {
    const { id } = await it.driver.call(addPushDevice, DEVICE);
    expect((await catchError(it.h.rival.call(removePushDevice, { push_subscription_id: id }))).kind).toBe(
      "missing",
    );
    await (await it.inBrowser(it.h.rival)).call(addPushDevice, DEVICE);
    expect([await devices(it.driver), (await devices(it.h.rival)).length]).toEqual([[], 1]);
    for (let i = 0; i < 12; i++)
      await it.driver.call(addPushDevice, { ...DEVICE, endpoint: `${DEVICE.endpoint}-${i}` });
    expect(await devices(it.driver)).toHaveLength(10);
    const [first] = await devices(it.driver);
    await it.driver.call(removePushDevice, { push_subscription_id: first?.id ?? 0 });
    expect(await devices(it.driver)).toHaveLength(9);
  });

  const withCookie = (cookie: string) =>
    new Request("http://127.0.0.1/", { headers: { Cookie: cookie.split(";")[0] ?? "" } });
  /** Sign a driver in through the app in a browser, and add the browser as a device. */
  async function signedIn() {
    const person = await it.another();
    const user = it.idOf(person);
    const request = withCookie(await startSession(withCookie(""), user, it.h.ids.hauler.id));
    const hash = (await readSession(request))?.session.token_hash ?? "";
    const browser = await actAs(db, user, it.h.ids.hauler.id, () => new Date(), hash);
    await browser.call(addPushDevice, DEVICE);
    return { browser, user, request, hash };
  }

  const ENDINGS: Record<string, (who: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>> = {
    "signing out": ({ request }) => endSession(request),
    "ending that session": ({ browser, hash }) => browser.call(endOwnSession, { session: hash }),
    "an admin's ending all sign-ins": ({ user }) => it.h.hauler.call(endColleagueSessions, { user_id: user }),
    "the site's ending all sign-ins": async ({ user }) => {
      const root = await actAs(db, await makeUser(db, { is_super_user: true }), null);
      await root.call(endUserSessions, { user_id: user, reason: "The phone was lost." });
    },
    "another person's sign-in in the same browser": ({ request }) =>
      startSession(request, it.idOf(it.driver), it.h.ids.hauler.id),
    "a session that expired": () =>
      db.client.execute("UPDATE session SET expires_at = '2026-01-01T00:00:00.000Z'"),
    "a session that lay idle": () =>
      db.client.execute("UPDATE session SET last_seen_at = '2026-01-01T00:00:00.000Z'"),
  };
  test.each(Object.keys(ENDINGS))(
    "a device gets nothing after %s, not even news queued before",
    async (how) => {
      const sent = service();
      const who = await signedIn();
      await it.say(NOTIFICATION.general, "before");
      await createRunner({
        app: it.app(() => new Date()),
        kinds: [deliverNotificationsTask],
        place: "here",
        process: "own",
      }).drain();
      await ENDINGS[how]?.(who);
      await it.say(NOTIFICATION.general, "after");
      await drain();
      expect([sent, await devices(who.browser)]).toEqual([[], []]);
    },
  );

  test("keeps a device when the same person signs in again in the same browser", async () => {
    const sent = service();
    const { browser, user, request } = await signedIn();
    await startSession(request, user, it.h.ids.hauler.id);
    await it.say(NOTIFICATION.general);
    await drain();
    expect([sent.length, (await devices(browser)).length]).toEqual([1, 1]);
  });
});
