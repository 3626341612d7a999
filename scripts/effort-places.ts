import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTigerRoads } from "../app/modules/maps/testing/tiger";
import { openDatabase } from "../db/client.server";
import { importTigerFile } from "../db/ground/import.server";
import type { Journey, WorkCounter } from "./effort-work";

/** Import the county's roads as described in docs/maps.md, unless they are already imported. */
async function importRoads(databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-effort-"));
  const file = join(folder, "tl_2025_26039_roads.zip");
  writeFileSync(file, buildTigerRoads());
  const db = await openDatabase({ url: databaseUrl });
  await importTigerFile(db, file, { now: () => new Date() });
  await db.close();
  rmSync(folder, { recursive: true, force: true });
}

const WHERE = "two miles north of Grayling on the old 27";

/** Add a yard located on a road, starting from the company's locations page, without typing coordinates. */
async function placeYard(work: WorkCounter, name: string) {
  const { page } = work;
  await page.goto("/company/locations");
  Object.assign(work.took, { pages: 0, bytes: 0 });
  await work.press("link", /^Add Location$/);
  await work.choose("Location type", { label: "Sort yard" });
  await work.fill("Name", name);
  await work.fill("Find a place", WHERE);
  await page.getByLabel("Find a place").press("Enter");
  await page.getByText("2 miles N of Grayling on Old US Hwy 27").first().waitFor();
  await work.press("button", /^Pin the middle$/);
  await page.waitForFunction(() => {
    const field = document.getElementById("latitude");
    return field instanceof HTMLInputElement && /^44\.6[89]/.test(field.value);
  });
  await work.press("button", /^Add Location$/);
  await page.getByText("Location created successfully").waitFor();
}

const yard = (isScripted: boolean, pages: number): Journey => ({
  job: `a yard ${WHERE}, on a phone${isScripted ? "" : " without script"}, in a minute`,
  who: "manager",
  most: { clicks: 3, fields: 3, pages, bytes: 160_000 },
  seconds: 60,
  phone: true,
  isScripted,
  prepare: (_office, databaseUrl) => importRoads(databaseUrl),
  // Use a new name each time: a second yard with the same name at the same location needs a confirmation.
  walk: (work) => placeYard(work, isScripted ? "Old 27 yard" : "Old 27 deck"),
});

/** Measured tasks: find and pin a location, and print a job's map. */
export const PLACE_JOURNEYS: readonly Journey[] = [
  yard(true, 3),
  yard(false, 4),
  {
    job: "the job's map on paper, with the way to each landing",
    who: "manager",
    most: { clicks: 2, fields: 0, pages: 2, bytes: 160_000 },
    prepare: (_office, databaseUrl) => importRoads(databaseUrl),
    async walk(work) {
      const { page } = work;
      await page.goto("/jobs/1");
      await page.waitForLoadState("networkidle");
      Object.assign(work.took, { pages: 0, bytes: 0 });
      work.took.clicks++;
      await page.locator('a[href="/jobs/1/map"]').first().click();
      await page.getByRole("heading", { name: "Job Map" }).waitFor();
      await work.press("link", /^Map to print$/);
      await page.getByText("Getting there").waitFor();
    },
  },
];
