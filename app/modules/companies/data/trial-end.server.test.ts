import { expect, test } from "vitest";
import { insertRow, makeCompany, makeUser } from "#db/factories";
import { companyFeatureAccess } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { openTestDatabase } from "#db/testing/test-database";
import { getCompany, readTrialEndNotice } from "../shared/company.server";

const db = await openTestDatabase();

test("the company page shows the trial's end date; the menu shows it during the last week", async () => {
  const { id, admins } = await makeCompany(db);
  const expires_at = "2026-11-30T17:00:00.000Z";
  const created_at = "2026-10-31T17:00:00.000Z";
  for (const feature_id of [1, 2])
    await insertRow(db, companyFeatureAccess, {
      company_id: id,
      feature_id,
      is_active: true,
      created_at,
      expires_at,
    });
  const person = await makeUser(db, {}, [admins]);
  const on = async (day: string) => {
    const now = new Date(`${day}T18:00:00Z`);
    const who = await actAs(db, person, id, () => now);
    const { features } = await who.call(getCompany, {});
    return [features.map(({ words }) => words), await readTrialEndNotice(db.read, who.actor, now)];
  };
  const trial = "Free trial, ends Nov 30, 2026";
  expect(await on("2026-11-20")).toEqual([[trial, trial, "Not in your subscription"], null]);
  expect(await on("2026-11-24")).toEqual([
    [trial, trial, "Not in your subscription"],
    "Trial ends Nov 30, 2026",
  ]);
  const ended = "Trial ended Nov 30, 2026";
  expect(await on("2026-11-30")).toEqual([[ended, ended, "Not in your subscription"], null]);
});

test("a subscribed company sees neither a trial nor a trial end", async () => {
  const { id, admins } = await makeCompany(db);
  await insertRow(db, companyFeatureAccess, {
    company_id: id,
    feature_id: 1,
    is_active: true,
    is_subscribed: true,
    created_at: "2026-10-31T17:00:00.000Z",
    expires_at: "2026-11-30T17:00:00.000Z",
  });
  const person = await makeUser(db, {}, [admins]);
  const words = async (day: string) => {
    const now = new Date(`${day}T18:00:00Z`);
    const who = await actAs(db, person, id, () => now);
    const { features } = await who.call(getCompany, {});
    return [features[0]?.words, await readTrialEndNotice(db.read, who.actor, now)];
  };
  expect(await words("2026-11-28")).toEqual(["In your subscription", null]);
  expect(await words("2026-12-02")).toEqual(["Subscription ended Nov 30, 2026", null]);
});
