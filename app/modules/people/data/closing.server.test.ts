import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { session, tripTicket, user } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { inviteTeam } from "~/modules/companies/data/onboarding.server";
import { runProcedure } from "~/web/run-procedure.server";
import { setCompanySecondFactor } from "../second-factor/data/second-factor.server";
import { acceptJoinRequest } from "../shared/join-requests.server";
import { closeAccount } from "./closing.server";
import { endColleagueSessions } from "./colleague-sessions.server";
import { addEmployee, deleteEmployee, editEmployee } from "./employees.server";
import { hashPassword } from "./hash.server";
import { invitePerson } from "./invites.server";
import { renewEmployeeLink } from "./new-links.server";

const password = "norway pine and tamarack";
let db: Database;
let h: Harvest;
let id: number;

beforeEach(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const email = `${crypto.randomUUID()}@timber.test`;
  id = await makeUser(
    db,
    {
      first_name: "Wilhelmina",
      last_name: "Quackenbush",
      email,
      password_hash: await hashPassword(password),
    },
    [h.ids.hauler.crew],
  );
  const now = new Date().toISOString();
  const row = { user_id: id, created_at: now, last_seen_at: now, expires_at: "2099-01-01T00:00:00.000Z" };
  await db.batch([
    db.write
      .insert(session)
      .values({ ...row, token_hash: crypto.randomUUID() })
      .toSQL(),
  ]);
});

const sessions = () => db.read.select().from(session).where(eq(session.user_id, id));
const driver = () => actAs(db, id, h.ids.hauler.id);
const kindOf = async (work: Promise<unknown>) => (await catchError(work)).kind;

test("a closed account has no name, email or sign-in anywhere; its loads show a role", async () => {
  const load = await h.ticket({
    trip_ticket_status_id: 3,
    hauler_company_id: h.ids.hauler.id,
    hauler_user_id: id,
  });
  expect(await kindOf((await driver()).call(closeAccount, { password: "wrong" }))).toBe("invalid");
  await (await driver()).call(closeAccount, { password });
  const [row] = await db.read.select().from(user).where(eq(user.id, id));
  expect(row).toMatchObject({
    first_name: "Former",
    last_name: "driver",
    email: null,
    phone_number: null,
    password_hash: null,
    avatar_url: null,
  });
  expect(row?.disabled_at).not.toBeNull();
  expect(await sessions()).toEqual([]);
  expect((await driver()).actor.companies).toEqual([]);
  const [kept] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, load));
  expect(kept?.hauler_user_id).toBe(id);
  const tables = await db.client.execute("SELECT name FROM sqlite_master WHERE type = 'table'");
  for (const { name } of tables.rows) {
    const { rows } = await db.client.execute(`SELECT * FROM "${String(name)}"`);
    expect([name, JSON.stringify(rows).includes("Quackenbush")]).toEqual([name, false]);
  }
});

test("refuses to close an account during a load, of a company's only admin, or of a super user", async () => {
  await h.ticket({ trip_ticket_status_id: 2, hauler_company_id: h.ids.hauler.id, hauler_user_id: id });
  expect(await kindOf((await driver()).call(closeAccount, { password }))).toBe("notNow");
  const password_hash = await hashPassword(password);
  await db.batch([
    db.write
      .update(user)
      .set({ password_hash })
      .where(eq(user.id, h.hauler.actor.user?.id ?? 0))
      .toSQL(),
  ]);
  expect(await kindOf(h.hauler.call(closeAccount, { password }))).toBe("notNow");
  const chief = await makeUser(db, { is_super_user: true, password_hash }, []);
  expect(await kindOf((await actAs(db, chief, null)).call(closeAccount, { password }))).toBe("notNow");
});

test("an admin ends a colleague's sessions; another company's admin or a colleague without permission can't", async () => {
  expect(await kindOf(h.rival.call(endColleagueSessions, { user_id: id }))).toBe("missing");
  const other = await actAs(db, await makeUser(db, {}, [h.ids.hauler.crew]), h.ids.hauler.id);
  expect(await kindOf(other.call(endColleagueSessions, { user_id: id }))).toBe("forbidden");
  expect(await sessions()).toHaveLength(1);
  await h.hauler.call(endColleagueSessions, { user_id: id });
  expect(await sessions()).toEqual([]);
  const own = h.hauler.actor.user?.id ?? 0;
  expect(await kindOf(h.hauler.call(endColleagueSessions, { user_id: own }))).toBe("notNow");
});

test("adding or removing a company's people requires a recently entered password", async () => {
  const now = new Date();
  const by = (minutes: number) => ({
    db,
    actor: h.manager.actor,
    now,
    address: "192.0.2.1",
    signedInAt: new Date(now.getTime() - minutes * 60_000).toISOString(),
  });
  const tim = { first_name: "Tim", last_name: "Aho", phone_number: "9065550177" };
  const mail = { first_name: "Tim", last_name: "Aho", email: "tim@timber.test" };
  const person = { user_id: h.manager.actor.user?.id ?? 0, version: 1 };
  const all = (minutes: number) => [
    () => runProcedure(addEmployee, by(minutes), tim),
    () => runProcedure(invitePerson, by(minutes), mail),
    () => runProcedure(inviteTeam, by(minutes), { people: [] }),
    () => runProcedure(renewEmployeeLink, by(minutes), { user_id: person.user_id }),
    () => runProcedure(editEmployee, by(minutes), { ...person, is_admin: false }),
    () => runProcedure(deleteEmployee, by(minutes), person),
    () => runProcedure(acceptJoinRequest, by(minutes), { request_id: 1, crew_ids: [1] }),
  ];
  for (const call of all(16)) expect((await catchError(call())).message).toMatch(/Sign in again/);
  for (const call of all(14)) {
    const message = await call().then(
      () => "done",
      (error: unknown) => String(error),
    );
    expect(message).not.toMatch(/Sign in again/);
  }
});

test("changing permissions requires a recently entered password, except for API keys and background work", async () => {
  const now = new Date();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
  const call = (signedInAt?: string) =>
    runProcedure(
      setCompanySecondFactor,
      { db, actor: h.hauler.actor, now, address: "192.0.2.1", signedInAt },
      { asks: "yes" },
    );
  expect((await catchError(call(ago(16)))).message).toMatch(/Sign in again/);
  expect((await catchError(call(ago(14)))).message).not.toMatch(/Sign in again/);
  expect((await catchError(call())).message).not.toMatch(/Sign in again/);
});
