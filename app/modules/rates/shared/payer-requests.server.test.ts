import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { ASPEN, insertRow, makeJobCompany } from "#db/factories";
import { amountOwed, jobCompany, jobHaulRate, jobProduct } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { addContact, inviteContact } from "~/modules/contacts/data/contacts.server";
import { acceptJob } from "~/modules/jobs/companies/data/invitations.server";
import { listNotifications } from "~/modules/notifications/shared/inbox.server";
import { acceptInvite } from "~/modules/people/data/accept-invite.server";
import { listToPay } from "~/modules/settlements/data/overview.server";
import { repriceJob } from "~/modules/settlements/shared/reprice.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { addHaulRate, updateHaulRate } from "../data/change.server";
import { listJobRates } from "../data/rates.server";
import { answerRateRequest, listRateRequests } from "./payer-requests.server";

let db: Database;
let h: Harvest;
const now = () => new Date("2026-11-22T17:00:00.000Z");
beforeEach(async () => {
  db ??= await openTestDatabase();
  h = await makeHarvest(db);
  await insertRow(db, jobProduct, { job_id: h.ids.job, ...ASPEN });
  await h.ticket({
    trip_ticket_status_id: STATUS.completed,
    hauler_company_id: h.ids.hauler.id,
    ...ASPEN,
    scaled_volume: 10_000,
    scaled_wood_unit_type_id: 2,
    dropped_off_at: "2026-11-10T17:00:00.000Z",
  });
});

const PERSON = { first_name: "Jo", last_name: "Maki", phone_number: "906 555 0142" };
const haul = (more: object = {}) => ({
  job_id: h.ids.job,
  job_destination_id: h.ids.destination,
  receiving_company_id: h.ids.hauler.id,
  paying_company_id: h.ids.owner.id,
  per: "load" as const,
  rate: "290.00",
  ...more,
});
const due = async () => {
  await repriceJob({ db, now }, h.ids.job);
  const rows = await db.read.select().from(amountOwed).where(eq(amountOwed.job_id, h.ids.job));
  return rows.map((c) => [c.paying_company_id, c.due_cents]);
};
const ratesSeenBy = async (who: Harvest["manager"]) =>
  (await who.call(listJobRates, { job_id: h.ids.job, take: -1, skip: 0 })).haul_rates;

test("a rate with another company as payer owes nothing and is hidden from the payee until the payer agrees", async () => {
  const { id } = await h.manager.call(addHaulRate, haul());
  expect(await due()).toEqual([]);
  expect((await h.owner.call(listToPay, {})).receivers).toEqual([]);
  expect(await ratesSeenBy(h.hauler)).toEqual([]);
  expect(await ratesSeenBy(h.owner)).toMatchObject([{ id, payer_asked_at: expect.any(String) }]);
  const news = await h.owner.call(listNotifications, { take: 10, skip: 0 });
  expect(news.notifications.map((n) => n.title)).toContainEqual(
    expect.stringContaining("asks you to pay a rate"),
  );

  const { rate_requests } = await h.owner.call(listRateRequests, {});
  expect(rate_requests).toMatchObject([{ rate_id: id, words: "$290.00 per load" }]);
  expect(rate_requests[0]?.moves).toContain("$290.00");
  const answer = { kind: "haul" as const, rate_id: id, version: 2, answer: "accept" as const };
  expect((await catchError(h.manager.call(answerRateRequest, answer))).refusal.kind).toBe("missing");
  await h.owner.call(answerRateRequest, answer);
  expect(await due()).toEqual([[h.ids.owner.id, 29_000]]);
  expect(await ratesSeenBy(h.hauler)).toMatchObject([{ id, payer_asked_at: null }]);
});

test("a price raised after the payer agreed waits for approval again; one that only ends sooner doesn't", async () => {
  const { id } = await h.manager.call(addHaulRate, haul());
  await h.owner.call(answerRateRequest, { kind: "haul", rate_id: id, version: 2, answer: "accept" });
  const at = (version: number, more: object) =>
    h.manager.call(updateHaulRate, { ...haul(more), rate_id: id, version });
  await at(3, { ended_on: "2026-11-30" });
  expect(await due()).toEqual([[h.ids.owner.id, 29_000]]);
  await at(4, { ended_on: "2026-11-30", rate: "300.00" });
  expect(await due()).toEqual([]);
  expect((await h.owner.call(listRateRequests, {})).rate_requests).toHaveLength(1);
});

test("a rate that the payer declines is removed", async () => {
  const { id } = await h.manager.call(addHaulRate, haul());
  await h.owner.call(answerRateRequest, { kind: "haul", rate_id: id, version: 2, answer: "decline" });
  expect(await db.read.select().from(jobHaulRate).where(eq(jobHaulRate.job_id, h.ids.job))).toEqual([]);
  expect(await due()).toEqual([]);
});

test("a company that gets users is asked to agree to rates entered for it; rates on a statement keep paying", async () => {
  const contact = await h.manager.call(addContact, {
    ...PERSON,
    name: "Sugar Bush",
    roles: ["is_land_owner"],
  });
  await makeJobCompany(db, h.ids.job, contact.id, { is_land_owner: true });
  const { id } = await h.manager.call(addHaulRate, haul({ paying_company_id: contact.id }));
  expect(await due()).toEqual([[contact.id, 29_000]]);
  const invited = await h.manager.call(inviteContact, {
    contact_id: contact.id,
    ...PERSON,
  });
  const token = invited.link.split("/invite/")[1] ?? "";
  const account = { token, email: "jo@sugarbush.test", password: "a saw in the morning" };
  const { userId } = await h.rival.call(acceptInvite, account);
  expect(await due()).toEqual([]);
  const joined = await actAs(db, Number(userId), contact.id);
  const { rate_requests } = await joined.call(listRateRequests, {});
  expect(rate_requests).toMatchObject([{ rate_id: id }]);
  const version = (rate_requests[0]?.version ?? 0) + 1;
  await joined.call(answerRateRequest, { kind: "haul", rate_id: id, version, answer: "accept" });
  expect(await due()).toEqual([[contact.id, 29_000]]);
});

test("accepting a job includes agreeing to the rates that the company pays there", async () => {
  await db.batch([
    {
      sql: "UPDATE job_company SET accepted_at = NULL WHERE job_id = ? AND company_id = ?",
      params: [h.ids.job, h.ids.owner.id],
    },
  ]);
  await h.manager.call(addHaulRate, haul());
  expect(await due()).toEqual([]);
  const [place] = await db.read.select().from(jobCompany).where(eq(jobCompany.company_id, h.ids.owner.id));
  await h.owner.call(acceptJob, { id: h.ids.job, version: (place?.version ?? 0) + 1 });
  expect(await due()).toEqual([[h.ids.owner.id, 29_000]]);
});
