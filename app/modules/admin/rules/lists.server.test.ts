import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { insertRow, makeCompany, makeUser } from "#db/factories";
import { companySubscription } from "#db/schema";
import { actAs, catchError } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import type { Procedure } from "~/web/procedure";
import { getLastAnchor, listAnchors } from "../data/anchors.server";
import { getCompanySubscriptionStatus, listAllCompanies } from "../data/companies.server";
import { getHealth } from "../data/health.server";
import { getJobForAdmin, listAllJobs } from "../data/jobs.server";
import { listSubscriptions } from "../data/subscriptions.server";
import { listAllUsers } from "../data/users.server";
import { ADMIN_PAGE_SIZE, readListPage, type SUBSCRIPTION_FILTERS } from "./lists";

let db: Database;
let h: Harvest;
let boss: Awaited<ReturnType<typeof actAs>>;
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  boss = await actAs(db, await makeUser(db, { is_super_user: true, first_name: "Toni" }, []), null);
});

test("only super users can list companies, users and jobs", async () => {
  for (const procedure of [
    listAllCompanies,
    listAllUsers,
    listAllJobs,
    listSubscriptions,
    listAnchors,
    getLastAnchor,
    getHealth,
  ] as Procedure[])
    expect((await catchError(h.manager.call(procedure, {}))).kind).toBe("missing");
  expect((await catchError(h.manager.call(getJobForAdmin, { job_id: 1 }))).kind).toBe("missing");
  expect((await catchError(h.manager.call(getCompanySubscriptionStatus, { company_id: 1 }))).kind).toBe(
    "missing",
  );
});

test("finds a company by part of its name or by its number, and treats LIKE wildcards literally", async () => {
  const { id } = await makeCompany(db, { name: "100% Pine_Co" });
  const found = async (q: string) => (await boss.call(listAllCompanies, { q })).companies.map((c) => c.id);
  expect(await found("0% pine_")).toEqual([id]);
  expect(await found(String(id))).toContain(id);
  expect(await found("%%")).toEqual([]);
  const people = async (q: string) => (await boss.call(listAllUsers, { q })).users.map((u) => u.name);
  expect(await people("toni")).toHaveLength(1);
  expect(await people("%")).toEqual([]);
});

test("filters and sorts lists, with totals that match the rows", async () => {
  const { companies, meta } = await boss.call(listAllCompanies, { sort: "name", take: -1 });
  const names = companies.map((c) => c.name);
  expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  expect(meta.total).toBe(companies.length);
  const joined = await boss.call(listAllCompanies, { show: "joined", take: -1 });
  expect(joined.companies.every((c) => c.employee_count > 0)).toBe(true);
  expect(joined.companies.map((c) => c.id)).toContain(h.ids.manager.id);
  expect((await boss.call(listAllUsers, { show: "super" })).users.every((u) => u.is_super_user)).toBe(true);
  const nowhere = await boss.call(listAllUsers, { show: "nowhere", take: -1 });
  expect(nowhere.users.every((u) => u.companies.length === 0)).toBe(true);
  const jobs = await boss.call(listAllJobs, {});
  const job = await boss.call(getJobForAdmin, { job_id: jobs.jobs[0]?.id ?? 0 });
  expect(job.loads_by_status.reduce((sum, { n }) => sum + n, 0)).toBe(job.loads);
});

test("lists bought and granted subscriptions, filtered by their status", async () => {
  const bought = async (status: string, more: object = {}) => {
    const { id } = await makeCompany(db, { name: `Bought ${status}` });
    await insertRow(db, companySubscription, {
      company_id: id,
      stripe_customer_id: `cus_${id}`,
      tier: "basic",
      status,
      ...more,
    });
    return id;
  };
  const active = await bought("active", { cancel_at: "2027-01-01T00:00:00.000Z" });
  const refused = await bought("past_due");
  const ended = await bought("canceled");
  const { id: given } = await makeCompany(db, { name: "Bought nothing", is_professional: true });
  await makeCompany(db, { name: "Bought never" });
  const ids = async (show: (typeof SUBSCRIPTION_FILTERS)[number]) =>
    (await boss.call(listSubscriptions, { show, q: "Bought", sort: "name" })).subscriptions
      .map(({ company: { id } }) => id)
      .sort((a, b) => a - b);
  expect(await ids("all")).toEqual([active, refused, ended, given]);
  expect(await ids("live")).toEqual([active, refused]);
  expect(await ids("trouble")).toEqual([refused]);
  expect(await ids("ending")).toEqual([active]);
  expect(await ids("ended")).toEqual([ended]);
  expect(await ids("given")).toEqual([given]);
  const of = async (company_id: number) =>
    (await boss.call(getCompanySubscriptionStatus, { company_id })).subscription;
  expect(await of(given)).toMatchObject({
    is_active: true,
    tier: "professional",
    is_given: true,
    status: null,
  });
  expect(await of(ended)).toMatchObject({ is_active: false, tier: null, is_given: false });
  expect(await of(refused)).toMatchObject({ is_active: true, tier: "basic" });
});

test("shows fifteen rows per page, and the last page for a number past the end", async () => {
  for (let i = 0; i < 20; i++) await makeCompany(db, { name: `Filler ${i}` });
  const read = (part: { take: number; skip: number }) =>
    boss.call(listAllCompanies, { q: "Filler", ...part });
  const last = await readListPage(99, read);
  expect([last.page, last.list.companies.length]).toEqual([1, 20 - ADMIN_PAGE_SIZE]);
  expect((await readListPage(0, read)).list.companies).toHaveLength(ADMIN_PAGE_SIZE);
});

test("Health reports failed work, an old backup, and the size of the database", async () => {
  const timestamp = new Date().toISOString();
  await db.client.execute({
    sql: `INSERT INTO background_job (name, input, run_at, attempts, failed_at, failure, created_at)
      VALUES ('greet', '{}', ?, 8, ?, 'no', ?)`,
    args: [timestamp, timestamp, timestamp],
  });
  await db.client.execute({
    sql: "INSERT INTO site_status (name, value, updated_at) VALUES ('backup', '5 tickets', ?)",
    args: ["2020-01-01T00:00:00.000Z"],
  });
  const health = await boss.call(getHealth, {});
  expect(health.work.lost).toBe(1);
  expect(health.backup).toMatchObject({ said: "5 tickets", old: true });
  expect(health.bytes).toBeGreaterThan(0);
});
