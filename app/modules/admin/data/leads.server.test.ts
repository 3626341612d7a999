import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { lead, outboxMessage } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { createLead } from "~/modules/leads/shared/leads.server";
import type { Procedure } from "~/web/procedure";
import { getHealth } from "./health.server";
import { answerLead, getLead, listLeads, reopenLead } from "./leads.server";

let db: Database;
let h: Harvest;
let boss: Awaited<ReturnType<typeof actAs>>;
const DUTY = "duty@site.test";
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const is = { is_super_user: true, email: DUTY, email_verified_at: new Date().toISOString() };
  boss = await actAs(db, await makeUser(db, is, []), null);
  await makeUser(db, { ...is, email: "unconfirmed@site.test", email_verified_at: null }, []);
  await makeUser(db, { ...is, email: "gone@site.test", disabled_at: new Date().toISOString() }, []);
});

const ask = async (company_name: string, email = "ann@mill.test") =>
  (
    await h.manager.call(createLead, {
      company_name,
      first_name: "Ann",
      last_name: "Ojibway",
      email,
      phone_number: "(906) 555-0143 ext. 2",
    })
  ).id;
const waiting = async () =>
  (await boss.call(listLeads, { take: -1 })).leads.map(({ company_name }) => company_name);
const mails = async () =>
  (await db.read.select().from(outboxMessage)).filter(({ subject }) =>
    /asks about a subscription/.test(subject),
  );

test("emails a request with contact details to the super users on call, once per sender", async () => {
  await ask("First Mill");
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([DUTY]);
  const [mail] = await mails();
  expect(mail?.body).toContain("(906)555-0143 x2");
  expect(mail?.body).toContain("/admin/leads");
  await ask("First Mill again");
  expect(await mails()).toHaveLength(1);
  expect(await waiting()).toEqual(["First Mill again", "First Mill"]);
});

test("only super users read and answer requests", async () => {
  const lead_id = await ask("Second Mill");
  const sent = { lead_id, version: 2, answer: "Called them." };
  for (const [procedure, input] of [
    [listLeads, {}],
    [getLead, { lead_id }],
    [answerLead, sent],
    [reopenLead, { lead_id, version: 2 }],
  ] as [Procedure, object][])
    expect((await catchError(h.manager.call(procedure, input))).kind).toBe("missing");
  expect((await db.read.select().from(lead)).every(({ answer }) => answer === null)).toBe(true);
});

test("an answered request no longer waits and can be reopened; a second answer to the same version is refused", async () => {
  const lead_id = await ask("Third Mill");
  expect(await boss.call(getLead, { lead_id })).toMatchObject({
    company_name: "Third Mill",
    phone: "(906)555-0143 x2",
    company: { id: h.ids.manager.id },
    answered: null,
  });
  await boss.call(answerLead, { lead_id, version: 2, answer: "Trial of feature 1 through June." });
  expect(await waiting()).not.toContain("Third Mill");
  expect(await boss.call(getLead, { lead_id })).toMatchObject({
    answer: "Trial of feature 1 through June.",
    answered_by: expect.stringMatching(/\w/),
    is_answered: true,
  });
  const late = await catchError(boss.call(answerLead, { lead_id, version: 2, answer: "Something else." }));
  expect(late.kind).toBe("stale");
  const leads = await boss.call(listLeads, { show: "answered", q: "third" });
  expect(leads.leads.map(({ id }) => id)).toEqual([lead_id]);
  await boss.call(reopenLead, { lead_id, version: 3 });
  expect(await waiting()).toContain("Third Mill");
  expect((await catchError(boss.call(reopenLead, { lead_id, version: 4 }))).kind).toBe("notNow");
});

test("Health reports a request that has waited for more than two days", async () => {
  expect((await boss.call(getHealth, {})).leads.late).toBe(false);
  const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await db.client.execute({
    sql: "UPDATE lead SET created_at = ? WHERE company_name = 'First Mill'",
    args: [old],
  });
  const { leads } = await boss.call(getHealth, {});
  expect(leads).toMatchObject({ late: true, since: old });
  expect(
    (await boss.call(listLeads, { q: "First Mill" })).leads.filter(({ is_late }) => is_late),
  ).toHaveLength(1);
});
