import { expect, test } from "vitest";
import { catchError } from "#db/testing/acting";
import { makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getProduction } from "../shared/production.server";
import { getTrucks } from "./each.server";

test("the API refuses invalid ranges of days", async () => {
  const here = await makeHarvest(await openTestDatabase());
  for (const days of [
    { from: "2025-02-30", to: "2025-03-01" },
    { from: "2025-03-02", to: "2025-03-01" },
    { from: "2025-03-02" },
    { from: "2019-01-01", to: "2025-01-01" },
  ])
    expect((await catchError(here.manager.call(getProduction, days))).kind, JSON.stringify(days)).toBe(
      "invalid",
    );
  expect(
    (await catchError(here.manager.call(getTrucks, { from: "2025-01-01", to: "2025-12-31" }))).kind,
  ).toBe("invalid");
});
