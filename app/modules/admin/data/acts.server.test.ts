import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makePasskey, makeUser } from "#db/factories";
import { company, companyFeatureAccess, session, user } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getDay } from "~/lib/time/time";
import { listOperatorActions } from "~/modules/history/data/site-acts.server";
import {
  endUserSessions,
  removeUserSecondFactor,
  setAccountDisabled,
  setSuperUser,
} from "~/modules/people/shared/account-acts.server";
import { correctContacts, createSupportLink } from "~/modules/people/shared/support.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { Procedure } from "~/web/procedure";
import { verifyAdminActions } from "../shared/acts.server";
import { addSession } from "../testing/session.server";
import { listAdminActions } from "./acts.server";
import { getCompanyForAdmin } from "./company.server";
import {
  requestViewAsCompany,
  setCompanyDeleted,
  setCompanyFeature,
  setCompanyPlan,
} from "./company-acts.server";
import { getUserForAdmin } from "./users.server";

const ZONE = "America/Detroit";
const REASON = "Asked for by phone";
let db: Database;
let h: Harvest;
let boss: Awaited<ReturnType<typeof actAs>>;
let second: number;
let person: number;
let serial = 0;
beforeEach(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  boss = await actAs(db, await makeUser(db, { is_super_user: true }, []), null);
  second = await makeUser(db, { is_super_user: true, password_hash: "x" }, []);
  person = await makeUser(db, { password_hash: "x", email: `a${++serial}@lake.test` }, []);
  await makePasskey(db, person);
});

const companyVersion = async (id: number) =>
  (await boss.call(getCompanyForAdmin, { company_id: id })).version + 1;
const userVersion = async (id: number) => (await boss.call(getUserForAdmin, { user_id: id })).version + 1;
const signIn = (user_id: number) => addSession(db, user_id);
const sessionsOf = async (id: number) =>
  (await db.read.select().from(session)).filter((row) => row.user_id === id).length;

describe("each action adds one entry and one link to the chain", () => {
  const free = () => h.ids.rival.id;
  const acts: [string, () => Promise<[Procedure, object]>][] = [
    [
      "feature given",
      async () => [
        setCompanyFeature,
        {
          company_id: free(),
          version: await companyVersion(free()),
          feature_id: 2,
          what: "give",
          reason: REASON,
        },
      ],
    ],
    [
      "plan changed",
      async () => {
        const { is_professional } = await boss.call(getCompanyForAdmin, { company_id: free() });
        const plan = is_professional ? "none" : "professional";
        return [
          setCompanyPlan,
          { company_id: free(), version: await companyVersion(free()), plan, reason: REASON },
        ];
      },
    ],
    [
      "company deleted",
      async () => [
        setCompanyDeleted,
        { company_id: free(), version: await companyVersion(free()), what: "delete", reason: REASON },
      ],
    ],
    ["seen as they see", async () => [requestViewAsCompany, { company_id: free(), reason: REASON }]],
    ["sessions ended", async () => [endUserSessions, { user_id: person, reason: REASON }]],
    ["second factor taken off", async () => [removeUserSecondFactor, { user_id: person, reason: REASON }]],
    [
      "account disabled",
      async () => [
        setAccountDisabled,
        { user_id: person, version: await userVersion(person), what: "disable", reason: REASON },
      ],
    ],
    [
      "super rights given",
      async () => [
        setSuperUser,
        { user_id: person, version: await userVersion(person), what: "give", reason: REASON },
      ],
    ],
    [
      "contacts corrected",
      async () => [
        correctContacts,
        {
          user_id: person,
          version: await userVersion(person),
          email: `b${serial}@lake.test`,
          reason: REASON,
        },
      ],
    ],
    ["link made", async () => [createSupportLink, { user_id: person, reason: REASON }]],
  ];
  for (const [name, what] of acts)
    it(name, async () => {
      const [procedure, input] = await what();
      const before = (await boss.call(listAdminActions, {})).meta.total;
      await boss.call(procedure, input as never);
      const { acts: found, meta, intact } = await boss.call(listAdminActions, {});
      expect(meta.total).toBe(before + 1);
      expect(intact).toBe(true);
      expect(found[0]?.reason).toBe(REASON);
      const { rows } = await db.client.execute("SELECT * FROM admin_action ORDER BY seq DESC LIMIT 1");
      expect([rows[0]?.action, rows[0]?.seq]).toEqual([name, before + 1]);
      // Only a super user may perform the action or learn that it exists, and only with a reason.
      expect((await catchError(h.manager.call(procedure, input as never))).kind).toBe("missing");
      expect((await catchError(boss.call(procedure, { ...input, reason: "x" } as never))).kind).toBe(
        "invalid",
      );
      expect((await boss.call(listAdminActions, {})).meta.total).toBe(before + 1);
    });
});

test("a company's admins can read operators' actions on their company with reasons; other companies' admins can't", async () => {
  const id = h.ids.manager.id;
  const last = getDay(new Date(Date.now() + 30 * 86_400_000), ZONE);
  await boss.call(setCompanyFeature, {
    company_id: id,
    version: await companyVersion(id),
    feature_id: 2,
    what: "give",
    last_day: last,
    reason: "A trial until the end of the month",
  });
  const acts = await h.manager.call(listOperatorActions, {});
  expect(acts.slice(0, -1).map((act) => act.reason)).toEqual(["A trial until the end of the month"]);
  expect(acts[0]?.what).toMatch(/^Feature given: Advanced export, through /);
  expect(await h.rival.call(listOperatorActions, {})).toEqual([]);
});

test("grants a feature through a day or permanently, removes it, and rejects past days and stale versions", async () => {
  const id = h.ids.rival.id;
  const give = async (more: object) =>
    boss.call(setCompanyFeature, {
      company_id: id,
      version: await companyVersion(id),
      feature_id: 3,
      what: "give",
      reason: REASON,
      ...more,
    });
  const third = async () =>
    (await boss.call(getCompanyForAdmin, { company_id: id })).features.find((f) => f.id === 3);
  const today = getDay(new Date(), ZONE);
  await give({ last_day: today });
  expect(await third()).toMatchObject({ runs: true, is_active: true });
  expect((await third())?.expires_at).not.toBeNull();
  await give({});
  expect(await third()).toMatchObject({ runs: true, expires_at: null });
  await give({ what: "take" });
  expect(await third()).toMatchObject({ runs: false, had: true });
  for (const wrong of [{ last_day: "2020-01-01" }, { last_day: "2026-02-31" }, { feature_id: 4 }])
    expect((await catchError(give(wrong))).kind).toBe("invalid");
  expect((await catchError(give({ what: "take" }))).kind).toBe("notNow");
  const version = await companyVersion(id);
  await give({});
  expect((await catchError(give({ version }))).kind).toBe("stale");
});

test("a feature granted by an operator during a subscription no longer depends on the subscription", async () => {
  const id = h.ids.mill.id;
  const of = and(eq(companyFeatureAccess.company_id, id), eq(companyFeatureAccess.feature_id, 2));
  const subscribed = { is_active: true, expires_at: "2030-01-01T00:00:00.000Z", is_subscribed: true };
  await insertRow(db, companyFeatureAccess, {
    company_id: id,
    feature_id: 2,
    created_at: "2026-01-01T00:00:00.000Z",
    ...subscribed,
  });
  await boss.call(setCompanyFeature, {
    company_id: id,
    version: await companyVersion(id),
    feature_id: 2,
    what: "give",
    last_day: getDay(new Date(Date.now() + 30 * 86_400_000), ZONE),
    reason: REASON,
  });
  const [row] = await db.read.select().from(companyFeatureAccess).where(of);
  expect(row).toMatchObject({ is_active: true, is_subscribed: false });
});

test("refuses to delete a company with loads in progress, and restores another deleted company completely", async () => {
  const id = h.ids.rival.id;
  const act = async (company_id: number, what: "delete" | "restore") =>
    boss.call(setCompanyDeleted, {
      company_id,
      version: await companyVersion(company_id),
      what,
      reason: REASON,
    });
  const busy = h.ids.hauler.id;
  await h.ticket({ hauler_company_id: busy, trip_ticket_status_id: STATUS.inTransit });
  expect((await catchError(act(busy, "delete"))).message).toMatch(/loads under way/);
  const member = h.rival.actor.user?.id ?? 0;
  await act(id, "delete");
  expect((await actAs(db, member, id)).actor.company).toBeNull();
  expect((await catchError(act(id, "delete"))).kind).toBe("notNow");
  await act(id, "restore");
  expect((await actAs(db, member, id)).actor.company?.id).toBe(id);
  const rows = await db.read.select().from(company);
  expect(rows.find((row) => row.id === id)?.is_deleted).toBe(false);
});

test("disabling an account signs the user out and removes the user's companies; enabling restores access", async () => {
  const id = h.manager.actor.user?.id ?? 0;
  await signIn(id);
  await boss.call(setAccountDisabled, {
    user_id: id,
    version: await userVersion(id),
    what: "disable",
    reason: REASON,
  });
  expect(await sessionsOf(id)).toBe(0);
  const gone = await actAs(db, id, h.ids.manager.id);
  expect([gone.actor.company, gone.actor.companies]).toEqual([null, []]);
  expect(
    (await catchError(boss.call(createSupportLink, { user_id: id, reason: "They called the office" }))).kind,
  ).toBe("notNow");
  await boss.call(setAccountDisabled, {
    user_id: id,
    version: await userVersion(id),
    what: "enable",
    reason: REASON,
  });
  expect((await actAs(db, id, h.ids.manager.id)).actor.company?.id).toBe(h.ids.manager.id);
});

test("nobody can remove their own rights or disable their own account, and one super user always remains", async () => {
  const me = boss.actor.user?.id ?? 0;
  const own = await userVersion(me);
  for (const call of [
    () => boss.call(setSuperUser, { user_id: me, version: own, what: "take", reason: REASON }),
    () => boss.call(setAccountDisabled, { user_id: me, version: own, what: "disable", reason: REASON }),
  ])
    expect((await catchError(call())).kind).toBe("notNow");
  // The first super user lost the rights after the page was opened, so `second` is now the last super user.
  await db.batch([{ sql: "UPDATE user SET is_super_user = 0 WHERE id <> ?", params: [second] }]);
  const version = await userVersion(second);
  for (const call of [
    () => boss.call(setSuperUser, { user_id: second, version, what: "take", reason: REASON }),
    () => boss.call(setAccountDisabled, { user_id: second, version, what: "disable", reason: REASON }),
  ])
    expect((await catchError(call())).message).toMatch(/last super user/);
  await db.batch([{ sql: "UPDATE user SET is_super_user = 1 WHERE id = ?", params: [me] }]);
  await signIn(second);
  await boss.call(setSuperUser, { user_id: second, version, what: "take", reason: REASON });
  expect(await sessionsOf(second)).toBe(0);
  expect((await db.read.select().from(user)).find((row) => row.id === second)?.is_super_user).toBe(false);
});

test("records two simultaneous actions in the chain, one after the other", async () => {
  const other = await actAs(db, second, null);
  await Promise.all([
    boss.call(requestViewAsCompany, { company_id: h.ids.rival.id, reason: "First question" }),
    other.call(requestViewAsCompany, { company_id: h.ids.rival.id, reason: "Second question" }),
  ]);
  const { acts, intact } = await boss.call(listAdminActions, {});
  expect(
    acts
      .slice(0, 2)
      .map((act) => act.reason)
      .sort(),
  ).toEqual(["First question", "Second question"]);
  expect(intact).toBe(true);
  await db.client.execute("DROP TRIGGER admin_action_update_check");
  await db.client.execute("UPDATE admin_action SET reason = 'Another' WHERE seq = 1");
  expect(await verifyAdminActions(db.read)).toBe(false);
});
