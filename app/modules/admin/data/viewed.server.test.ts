import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { makeUser } from "#db/factories";
import { adminAction } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { listOperatorActions } from "~/modules/history/data/site-acts.server";
import { AppError } from "~/web/refusal";
import { runProcedure } from "~/web/run-procedure.server";
import { VIEW_ACTION, verifyAdminActions } from "../shared/acts.server";
import { getCompanyForAdmin } from "./company.server";
import { setCompanyPlan } from "./company-acts.server";
import { getUserForAdmin } from "./users.server";

const START = Date.parse("2026-03-02T12:00:00.000Z");
let db: Database;
let h: Harvest;
let minutes = 0;
const now = () => new Date(START + minutes * 60_000);
const boss = async () => actAs(db, await makeUser(db, { is_super_user: true }, []), null, now);
const views = () => db.read.select().from(adminAction).where(eq(adminAction.action, VIEW_ACTION));

beforeEach(async () => {
  minutes = 0;
  db = await openTestDatabase();
  h = await makeHarvest(db);
});

test("records each operator's view of a company or user at most once an hour, in the audit chain", async () => {
  const [one, other] = [await boss(), await boss()];
  const company_id = h.ids.hauler.id;
  const user_id = h.hauler.actor.user?.id ?? 0;
  for (minutes of [0, 5, 59, 61]) await one.call(getCompanyForAdmin, { company_id });
  await other.call(getCompanyForAdmin, { company_id });
  await one.call(getCompanyForAdmin, { company_id: h.ids.rival.id });
  for (minutes of [70, 71]) await one.call(getUserForAdmin, { user_id });
  expect(
    (await views()).map((v) => [v.admin_user_id, v.subject_company_id, v.subject_user_id, v.created_at]),
  ).toEqual([
    [one.actor.user?.id, company_id, null, "2026-03-02T12:00:00.000Z"],
    [one.actor.user?.id, company_id, null, "2026-03-02T13:01:00.000Z"],
    [other.actor.user?.id, company_id, null, "2026-03-02T13:01:00.000Z"],
    [one.actor.user?.id, h.ids.rival.id, null, "2026-03-02T13:01:00.000Z"],
    [one.actor.user?.id, null, user_id, "2026-03-02T13:10:00.000Z"],
  ]);
  expect(await verifyAdminActions(db.read)).toBe(true);
});

test("shows operators' page views to a company's admins without displacing the operators' changes", async () => {
  const item = await boss();
  const company_id = h.ids.hauler.id;
  const { version, is_professional } = await item.call(getCompanyForAdmin, { company_id });
  const plan = is_professional ? "none" : "professional";
  await item.call(setCompanyPlan, { company_id, version: version + 1, plan, reason: "Asked for by phone" });
  for (let hour = 1; hour <= 60; hour++) {
    minutes = hour * 61;
    await item.call(getCompanyForAdmin, { company_id });
  }
  const siteActs = await h.hauler.call(listOperatorActions, {});
  expect(siteActs[0]?.what).toBe("Viewed by the people who run the site");
  expect(siteActs.filter((act) => act.what.startsWith("Plan changed"))).toHaveLength(1);
  expect(siteActs).toHaveLength(21);
  expect((await item.call(getCompanyForAdmin, { company_id })).acts.map((act) => act.what)).toHaveLength(1);
  expect(await h.rival.call(listOperatorActions, {})).toEqual([]);
});

test("opens the page even when the view can't be recorded", async () => {
  const { actor } = await boss();
  const before = await views();
  const away = () => Promise.reject(new AppError("unavailable", "Try again in a moment."));
  const company = await runProcedure(
    getCompanyForAdmin,
    { db: { ...db, read: db.read, write: db.write, batch: away }, actor, now: now(), address: "" },
    { company_id: h.ids.hauler.id },
  );
  expect(company.id).toBe(h.ids.hauler.id);
  expect(await views()).toEqual(before);
});
