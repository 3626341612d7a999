import { beforeEach, describe, expect, it, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { actAs, catchError } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { listJobs } from "~/modules/jobs/shared/list.server";
import { acceptInvite } from "~/modules/people/data/accept-invite.server";
import { getInvite } from "~/modules/people/data/accounts.server";
import { searchSettlements } from "~/modules/settlements/amounts-owed/data/search.server";
import { getTicketPage } from "~/modules/trip-tickets/shared/detail.server";
import { searchTickets } from "~/modules/trip-tickets/shared/search.server";
import { createUnclaimedCompanyJobs } from "../testing/noted-jobs.server";
import {
  addContact,
  deleteContact,
  getContact,
  inviteContact,
  listContacts,
  saveContact,
} from "./contacts.server";

const PERSON = { first_name: "Jo", last_name: "Maki", phone_number: "906 555 0142" };
const PASSWORD = "a saw in the morning";
let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
const rows = async (table: string, where: string) =>
  (await db.client.execute(`SELECT * FROM ${table} WHERE ${where}`)).rows.map((row) => ({ ...row }));
const tokenOf = (link: string) => link.split("/invite/")[1] ?? "";

type Person = Awaited<ReturnType<typeof actAs>>;
/** Return the loads, their pay, and the jobs that a user can see. */
async function toldOf(who: Person, tickets: readonly number[]) {
  const { trip_tickets } = await who.call(searchTickets, { take: 100 });
  const claims = await who.call(searchSettlements, { take: 100 });
  const listed = Array.isArray(trip_tickets) ? trip_tickets : [];
  const seen = listed.map((t) => t.trip_ticket.id).sort((a, b) => a - b);
  const pages = [];
  for (const id of seen.filter((id) => tickets.includes(id))) {
    const page = await who.call(getTicketPage, { id });
    pages.push([id, page.pay?.lines ?? null]);
  }
  const jobs = await who.call(listJobs, {});
  return { seen, pages, claims: claims.meta.total, jobs: jobs.rows.map((j) => [j.id, j.name]) };
}

describe("random jobs with companies that have no users", () => {
  for (const seed of [1, 2, 3])
    it(`jobs look the same to everybody after these companies join, and are complete for the new users (${seed})`, async () => {
      const { h, noted, tickets } = await createUnclaimedCompanyJobs(db, seed);
      const others = [h.manager, h.logger, h.hauler, h.second, h.mill, h.owner, h.rival];
      const before = await Promise.all(others.map((who) => toldOf(who, tickets)));
      const money = await rows("amount_owed", "1 ORDER BY id");
      expect(money.length).toBeGreaterThan(0);
      const readers = await rows("ticket_company", "1 ORDER BY company_id, ticket_id");
      for (const { id, role } of noted) {
        const result = await h.manager.call(inviteContact, { contact_id: id, ...PERSON });
        const { userId } = await h.rival.call(acceptInvite, {
          token: tokenOf(result.link),
          email: `${role}@noted.test`,
          password: PASSWORD,
        });
        const joined = await actAs(db, Number(userId), id);
        const details = await toldOf(joined, tickets);
        // The new company should see all loads that name it in its role's column.
        const column = role.replace("is_", "");
        const mine =
          role === "is_mill"
            ? `job_destination_id IN (SELECT jd.id FROM job_destination jd JOIN company_destination cd
                ON cd.id = jd.company_destination_id WHERE cd.destination_company_id = ${id})`
            : `${column}_company_id = ${id}`;
        expect(details.seen).toEqual((await rows("trip_ticket", `${mine} ORDER BY id`)).map((t) => t.id));
        const paid = money.filter((m) => m.receiving_company_id === id || m.paying_company_id === id);
        expect(details.claims).toBe(paid.length);
      }
      expect(await Promise.all(others.map((who) => toldOf(who, tickets)))).toEqual(before);
      expect(await rows("amount_owed", "1 ORDER BY id")).toEqual(money);
      expect(await rows("ticket_company", "1 ORDER BY company_id, ticket_id")).toEqual(readers);
    });
});

describe("an invitation link of a contact", () => {
  async function withContact() {
    const h = await makeHarvest(db);
    const { id } = await h.manager.call(addContact, {
      ...PERSON,
      name: "Bear Creek",
      email: "jo@bear.test",
      roles: ["is_hauler"],
    });
    const contact_id = Number(id);
    const link = async () => tokenOf((await h.manager.call(inviteContact, { contact_id, ...PERSON })).link);
    const open = (token: string, email: string) =>
      h.rival.call(acceptInvite, { token, email, password: PASSWORD });
    return { h, contact_id, link, open };
  }

  it("a link opened by two people at once lets only one of them join; the other gets no account", async () => {
    const { contact_id, link, open } = await withContact();
    const token = await link();
    const tries = await Promise.allSettled([open(token, "one@bear.test"), open(token, "two@bear.test")]);
    expect(tries.map((t) => t.status).sort()).toEqual(["fulfilled", "rejected"]);
    const members = `crew_id IN (SELECT id FROM crew WHERE company_id = ${contact_id})`;
    expect(await rows("crew_member", members)).toHaveLength(1);
    expect(await rows("user", "email LIKE '%@bear.test'")).toHaveLength(1);
  });

  it("a link works once, for two weeks, until replaced, the phone changes, or the contact is deleted", async () => {
    const { h, contact_id, link, open } = await withContact();
    const refused = async (token: string) => (await catchError(open(token, "x@bear.test"))).kind;
    const first = await link();
    const second = await link();
    expect(await refused(first)).toBe("notNow");
    const late = await actAs(db, await makeUser(db), null, () => new Date(Date.now() + 15 * 86_400_000));
    expect(await late.call(getInvite, { token: second })).toBeNull();
    expect(
      await late
        .call(acceptInvite, { token: second, email: "l@bear.test", password: PASSWORD })
        .catch(() => 0),
    ).toBe(0);
    const { version, values } = await h.manager.call(getContact, { contact_id });
    const saved = {
      ...values,
      contact_id,
      version: version + 1,
      phone_number: "9065550199",
      email: undefined,
    };
    await h.manager.call(saveContact, saved);
    expect(await refused(second)).toBe("notNow");
    const third = await link();
    const now = await h.manager.call(getContact, { contact_id });
    await h.manager.call(deleteContact, { contact_id, version: now.version + 1 });
    expect(await refused(third)).toBe("notNow");
    expect(
      await rows("invite", `company_id = ${contact_id} AND accepted_at IS NULL AND revoked_at IS NULL`),
    ).toEqual([]);
    expect(await rows("user", "email IN ('x@bear.test', 'l@bear.test')")).toEqual([]);
  });

  it("only the company that recorded the contact can create a link, until somebody joins", async () => {
    const { h, contact_id, link, open } = await withContact();
    const token = await link();
    for (const who of [h.rival, h.logger])
      expect((await catchError(who.call(inviteContact, { contact_id, ...PERSON }))).kind).toBe("missing");
    expect((await h.rival.call(listContacts, {})).contacts).toEqual([]);
    await open(token, "jo@bear.test");
    expect((await catchError(open(token, "thief@bear.test"))).kind).toBe("notNow");
    expect((await catchError(h.manager.call(inviteContact, { contact_id, ...PERSON }))).kind).toBe("missing");
    expect((await h.manager.call(listContacts, {})).contacts).toEqual([]);
  });

  it("creates no link for a company that somebody joins at the same moment", async () => {
    const { h, contact_id, link, open } = await withContact();
    const token = await link();
    const batch = db.batch.bind(db);
    let joined = false;
    db.batch = async (...args: Parameters<typeof batch>) => {
      if (!joined) {
        joined = true;
        await open(token, "jo@bear.test");
      }
      return batch(...args);
    };
    expect((await catchError(h.manager.call(inviteContact, { contact_id, ...PERSON }))).kind).toBe("missing");
    db.batch = batch;
    expect(
      await rows("invite", `company_id = ${contact_id} AND accepted_at IS NULL AND revoked_at IS NULL`),
    ).toEqual([]);
  });
});

test("a contact needs a unique name, a role and a phone or email, and can't be deleted while a job names it", async () => {
  const { h, noted } = await createUnclaimedCompanyJobs(db, 4);
  const add = (more: object) =>
    h.manager.call(addContact, { ...PERSON, name: "Bear", roles: ["is_mill"], ...more });
  expect((await catchError(add({ roles: [] }))).refusal.facts.fields).toHaveProperty("roles");
  expect((await catchError(add({ phone_number: undefined }))).refusal.facts.fields).toHaveProperty(
    "phone_number",
  );
  await add({});
  expect((await catchError(add({ name: "bear" }))).refusal.facts.fields).toHaveProperty("name");
  const list = await h.manager.call(listContacts, { q: "BEAR" });
  expect(list.contacts).toMatchObject([{ name: "Bear", roles: "Mill", person: "Jo Maki", jobs: 0 }]);
  const used = [];
  for (const { id } of noted) {
    const { uses, version } = await h.manager.call(getContact, { contact_id: id });
    if (uses === 0) continue;
    used.push(id);
    const deletion = h.manager.call(deleteContact, { contact_id: id, version: version + 1 });
    expect((await catchError(deletion)).kind).toBe("notNow");
  }
  expect(used.length).toBeGreaterThan(0);
});

test("keeps the extension of a contact's phone, which gets no texts and isn't the account's phone", async () => {
  const h = await makeHarvest(db);
  const office = { ...PERSON, phone_number: "555-123-4567 x12" };
  const added = await h.manager.call(addContact, {
    ...office,
    name: "Deer Lake Hauling",
    roles: ["is_hauler"],
  });
  const contact_id = Number(added.id);
  const { version, values } = await h.manager.call(getContact, { contact_id });
  expect(values.phone_number).toBe("(555)123-4567 x12");
  await h.manager.call(saveContact, { ...values, email: undefined, contact_id, version: version + 1 });
  expect((await h.manager.call(getContact, { contact_id })).version).toBe(version);
  const { link, sent } = await h.manager.call(inviteContact, { contact_id, ...office });
  expect(sent).toBeNull();
  expect(await rows("outbox_message", "kind = 'text'")).toEqual([]);
  await h.rival.call(acceptInvite, { token: tokenOf(link), email: "jo@deer.test", password: PASSWORD });
  const [account] = await rows("user", "email = 'jo@deer.test'");
  expect(account?.phone_number).toBeNull();
});
