import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeCompany, makeUser } from "#db/factories";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { addContact } from "~/modules/contacts/data/contacts.server";
import { listSettlementStatements } from "~/modules/settlements/data/statements.server";
import { createSettlementWeek, settleWeek } from "~/modules/settlements/testing/week.server";
import { getMergePage, mergeCompanies } from "./joins.server";

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
const all = async (sql: string) => (await db.client.execute(sql)).rows.map((row) => ({ ...row }));

/**
 * Create a hauler that an office added as a contact and has paid, and a second entry of that hauler, which signed up
 * without an invitation.
 */
async function paidContact() {
  const h = await createSettlementWeek(db);
  const { id: contact } = await h.manager.call(addContact, {
    name: "Popple Creek Hauling",
    first_name: "Pat",
    last_name: "Creek",
    phone_number: "906-555-0117",
    roles: ["is_hauler"],
  });
  await h.load(contact, 41_250);
  await settleWeek(h.manager, [contact]);
  const own = await makeCompany(db, { name: "Popple Creek", is_hauler: true });
  const pat = await makeUser(db, { default_company_id: own.id }, [own.admins]);
  const boss = await actAs(db, await makeUser(db, { is_super_user: true }), null);
  const plan = async (from_id: number, to_id: number) => {
    const page = await boss.call(getMergePage, { from_id, to_id });
    if (!page.plan) throw new Error("No plan");
    return page.plan;
  };
  return { h, contact, own: own.id, pat, boss, plan };
}

test("merging a paid contact with its own sign-up keeps all its money, and the sign-up's members become its members", async () => {
  const { contact, own, pat, boss, plan } = await paidContact();
  const refused = await plan(contact, own);
  expect(refused.why_not.join()).toMatch(/has been settled with/);
  expect(refused.turned).toBe(true);
  const { from, to, why_not, brings_its_people } = await plan(own, contact);
  expect([why_not, brings_its_people]).toEqual([[], true]);
  const money = async () => all(`SELECT * FROM settlement_statement ORDER BY id`);
  const before = await money();
  const open = () =>
    all(
      `SELECT count(*) AS n FROM invite WHERE company_id = ${contact} AND accepted_at IS NULL AND revoked_at IS NULL`,
    );
  expect(await open()).toEqual([{ n: 1 }]);
  await boss.call(mergeCompanies, {
    from_id: own,
    to_id: contact,
    from_version: from.version,
    to_version: to.version,
    reason: "Signed up by itself",
  });
  expect(await money()).toEqual(before);
  const person = await actAs(db, pat, contact);
  expect(person.actor.permissions.is_primary).toBe(true);
  const { settlement_statements } = await person.call(listSettlementStatements, {});
  expect(settlement_statements).toHaveLength(1);
  // No open invitation gives anyone else access, and the company is no longer another company's contact.
  expect(await open()).toEqual([{ n: 0 }]);
  expect(
    await all(`SELECT creator_company_id AS of, is_deleted, name FROM company WHERE id = ${contact}`),
  ).toEqual([{ of: null, is_deleted: 0, name: "Popple Creek Hauling" }]);
  expect(
    await all(
      `SELECT count(*) AS n FROM crew WHERE company_id = ${contact} AND is_primary = 1 AND is_deleted = 0`,
    ),
  ).toEqual([{ n: 1 }]);
});

test("keeps the company with members if the other company's rows can be moved", async () => {
  const { h, own, plan } = await paidContact();
  const { id: unpaid } = await h.manager.call(addContact, {
    name: "Popple Creek Trucks",
    first_name: "Pat",
    last_name: "Creek",
    phone_number: "906-555-0118",
    roles: ["is_hauler"],
  });
  const { why_not, turned } = await plan(own, unpaid);
  expect(why_not).toEqual([
    "Popple Creek has people and Popple Creek Trucks has none. Join them the other way.",
  ]);
  expect(turned).toBe(true);
  expect((await plan(unpaid, own)).why_not).toEqual([]);
});

test("refuses to merge two companies that were both paid, since posted statements can't change companies", async () => {
  const { h, contact, own, plan } = await paidContact();
  await h.load(own, 10_000);
  await settleWeek(h.manager, [own]);
  for (const [a, b] of [
    [contact, own],
    [own, contact],
  ] as const) {
    const { why_not, turned } = await plan(a, b);
    expect(why_not.join()).toMatch(/has been settled with/);
    expect(turned).toBe(false);
  }
});
