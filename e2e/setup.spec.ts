import type { Page } from "@playwright/test";
import { dbfOf, shpOf, WGS84_PRJ, zipOf } from "../app/features/maps/testing/shapefile";
import { choose, expect, signIn, test } from "./support/test";

/** The setup is one per person and company: journeys of the manager go one after another. */
test.describe.configure({ mode: "serial", timeout: 180_000 });

async function startAnew(page: Page) {
  await signIn(page, "manager");
  await page.goto("/jobs");
  if (await page.getByText("You have a job setup in progress.").isVisible()) {
    await page.getByRole("link", { name: "Cancel the job setup" }).click();
    await forgets(page, async () => {
      await page.getByRole("button", { name: "Delete the setup" }).click();
      await expect(page.getByText("Job setup deleted")).toBeVisible();
    });
  }
  await page.getByRole("link", { name: "Create job" }).click();
  await expect(page).toHaveURL(/overview$/);
}
/** What the browser keeps of the setup for itself is gone once that is over. */
async function forgets(page: Page, over: () => Promise<void>) {
  if (test.info().project.name !== "script") return over();
  await page.evaluate(() => localStorage.setItem("CreateJob", '{"unsent":true}'));
  await over();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("CreateJob"))).toBeNull();
}
const ready = (page: Page) => page.waitForLoadState("networkidle");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();

/** State, then county; with a script the counties come by themselves. */
async function chooseCounty(page: Page, state: string, county: string) {
  await ready(page);
  await choose(page, "State", state);
  if (test.info().project.name === "no-script") await press(page, "Show its counties");
  await expect(page.locator("select[name=us_county_id] option", { hasText: county }).first()).toBeAttached();
  await ready(page);
  await choose(page, "County", county);
}

async function addContractors(page: Page, names: [string, string, string]) {
  await expect(page.getByText("Your company").first()).toBeVisible();
  await follow(page, "Next");
  for (const [i, name] of names.entries()) {
    await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
    // One by what the search suggests, where there is a script; the others by what it finds.
    if (i === 1 && test.info().project.name === "script") {
      await page.getByRole("combobox", { name: "Search companies" }).pressSequentially(name.slice(0, 8));
      await page.getByRole("option", { name }).first().click();
    } else {
      await page.getByLabel("Search companies").fill(name.slice(0, 8));
      await press(page, "Search");
      await press(page, `Add ${name}`);
    }
    if (i < 2) await follow(page, "Next");
  }
}
const PDF = { name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };
const box = (west: number, south: number): [number, number][] => [
  [west, south],
  [west, south + 0.01],
  [west + 0.01, south + 0.01],
  [west + 0.01, south],
  [west, south],
];
const HARVEST = zipOf({
  "harvest.shp": shpOf([[box(-84.72, 44.7)], [box(-84.69, 44.72)]]),
  "harvest.dbf": dbfOf([["NAME", 10]], [["North"], ["South"]]),
  "harvest.prj": WGS84_PRJ,
});

test("a land manager in Michigan sets a whole job up, goes on at another device, and creates it once", async ({
  page,
  as,
}, { project }) => {
  await startAnew(page);
  await press(page, "Next");
  for (const words of ["Name is required", "State is required", "County is required"])
    await expect(page.getByText(words).first()).toBeVisible();
  const name = `Au Sable thinning ${project.name}`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Start date").fill("2026-12-01");
  await chooseCounty(page, "Michigan", "Crawford");
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await press(page, "Next");
  await expect(page.getByText("Township is required").first()).toBeVisible();
  await page.getByLabel("Township").fill("T27N");
  await page.getByLabel("Range").fill("R2W");
  await page.getByLabel("Section").fill("28");
  await press(page, "Choose the land owner");
  const estate = `Wolverine Estate ${project.name}`;
  await page.getByLabel("Land Owner Name").fill(estate);
  await page.getByLabel("Contact First Name").fill("Ada");
  await page.getByLabel("Contact Last Name").fill("Koski");
  await page.getByLabel("Contact Phone Number").fill("9065550177");
  await press(page, "Add and choose");
  await expect(page.getByText(estate)).toBeVisible();
  await expect(page.getByLabel("Section")).toHaveValue("28");
  await press(page, "Next");

  await press(page, "Choose Single Coordinate / Drop Pin");
  await press(page, "Next");
  await expect(page.getByText("Please drop a pin on the map").first()).toBeVisible();
  await page.getByLabel("Coordinates").fill("44.7000, -84.7000");
  await press(page, "Next");
  await addContractors(page, ["Two Hearted Logging", "Two Hearted Logging", "Manistee River Hauling"]);
  await follow(page, "Contract with Manistee River Hauling");
  await page.getByLabel("Contract name").fill("Haul 2026-14");
  await page.getByLabel("Contract as a PDF").setInputFiles({ ...PDF, buffer: Buffer.from("<svg/>") });
  await press(page, "Save contract");
  await expect(page.getByText("This is no PDF").first()).toBeVisible();
  await page.getByLabel("Contract as a PDF").setInputFiles(PDF);
  await press(page, "Save contract");
  await expect(page.getByText("Contract: Haul 2026-14")).toBeVisible();

  const other = await as("manager");
  await other.goto("/jobs");
  await expect(other.getByText("You have a job setup in progress.")).toBeVisible();
  await expect(other.getByRole("progressbar")).toHaveAttribute("value", "66");
  await other.getByRole("link", { name: "Continue Job Setup" }).click();
  await expect(other).toHaveURL(/sort-sheet$/);
  await expect(other.getByText("You can not select a company on this page.")).toBeVisible();
  await choose(other, "Product", "Pulpwood, quaking aspen");
  await press(other, "Add product");
  await follow(other, "Next");
  await press(other, "Add Grayling wood yard");
  await expect(other.getByRole("button", { name: "Remove Grayling wood yard" })).toBeVisible();
  await press(other, "Add Elk Rapids veneer buyer");
  await follow(other, "Next");
  const next = other.getByRole("button", { name: "Next", exact: true });
  if (project.name === "script") await expect(next).toBeDisabled();
  else {
    await next.click();
    await expect(other.getByRole("alert")).toContainText("Tick at least one product");
  }
  await other.goto("/jobs/create/rates");
  await expect(other.getByText("The sort sheet comes first")).toBeVisible();
  await follow(other, "To the sort sheet");
  const aspen = other.getByRole("group", { name: "Elk Rapids veneer buyer" }).getByLabel(/aspen/).first();
  await aspen.check();
  await expect(next).toBeEnabled();
  await aspen.uncheck();
  await other.goto("/jobs/create/sorts");
  await choose(other, "Product", "Sawlogs, red pine");
  await press(other, "Add product");
  await other.goto("/jobs/create/sorts?section=product_mix");
  await other.getByRole("group", { name: "Grayling wood yard" }).getByLabel(/aspen/).first().check();
  await press(other, "Next");
  await other.getByLabel("Pulpwood, quaking aspen").first().fill("12.x");
  await press(other, "Next");
  await expect(other.getByText("Type a rate like 4.25.").first()).toBeVisible();
  await other.getByLabel("Pulpwood, quaking aspen").first().fill("12.50");
  await other.getByLabel("Grayling wood yard").first().fill("9.25");
  if (project.name === "script") {
    await other.getByLabel("Grayling wood yard").first().blur();
    await expect(other.getByText("Kept")).toBeVisible();
    await other.goto("/jobs/create/rates");
    await expect(other.getByLabel("Pulpwood, quaking aspen").first()).toHaveValue("12.50");
  }
  await press(other, "Next");
  await expect(other.getByText("$12.50 per ton")).toBeVisible();

  // The first device is where it was, and has all of it.
  await page.goto("/jobs/create/review");
  await expect(page.getByText("Wolverine Estate")).toBeVisible();
  await forgets(page, async () => {
    await press(page, "Create job");
    await expect(page.getByRole("heading", { name })).toBeVisible();
  });
  const made = new URL(page.url()).pathname;
  await follow(page, "Companies");
  await expect(page.getByText(estate).first()).toBeVisible();
  await press(other, "Create job");
  await expect(other.getByText("There is no job setup in progress").first()).toBeVisible();
  await other.goto("/jobs");
  await expect(other.getByText("You have a job setup in progress.")).toHaveCount(0);
  await expect(other.getByRole("link", { name })).toHaveCount(1);

  const hauler = await as("hauler");
  await hauler.goto(made);
  await expect(hauler.getByText("is invited to this job")).toBeVisible();
  await expect(hauler.getByText("12.50")).toHaveCount(0);

  // The contractor who accepts makes the job's first ticket.
  await hauler.goto(`${made}/accept`);
  await expect(hauler.getByText(/\$9\.25/).first()).toBeVisible();
  await press(hauler, "Accept job");
  await expect(hauler).toHaveURL(made);
  await follow(hauler, "New trip ticket");
  await press(hauler, "Create trip ticket");
  await expect(hauler.getByRole("heading", { name: /^Trip Ticket #\d+/ })).toBeVisible();
  await expect(hauler.getByText("Claimed").first()).toBeVisible();
});

test("a land manager in Georgia: no townships, areas from a file and by hand, the method changed, a plan map", async ({
  page,
}, { project }) => {
  await startAnew(page);
  const name = `Satilla pine ${project.name}`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Start date").fill("2026-12-01");
  await chooseCounty(page, "Georgia", "Ware");
  await page.getByLabel("District, land lot").fill("District 8");
  await press(page, "Next");

  await press(page, "Choose Import Shapefile");
  await page.getByLabel("File").setInputFiles({
    name: "broken.zip",
    mimeType: "application/zip",
    buffer: HARVEST.subarray(0, 300),
  });
  await press(page, "Import");
  await expect(page.getByText("This file could not be read").first()).toBeVisible();
  await page
    .getByLabel("File")
    .setInputFiles({ name: "h.zip", mimeType: "application/zip", buffer: HARVEST });
  await press(page, "Import");
  await expect(page.getByText(/acres/).first()).toBeVisible();
  await expect(page.getByText(/miles outside Ware, GA/)).toBeVisible();

  await follow(page, "Another way");
  await press(page, "Choose Draw Shape");
  await expect(page.getByText("The shapes that stand on the map now are cleared.")).toBeVisible();
  await press(page, "Clear and change to Draw Shape");
  await expect(page.getByLabel("Corners")).toHaveValue("");
  await page.getByLabel("Corners").fill("31.20, -82.36\n31.21, -82.36");
  await press(page, "Next");
  await expect(page.getByText("Please draw a shape with at least 3 points").first()).toBeVisible();
  await page.getByLabel("Corners").fill("31.20, -82.36\n31.21, -82.36\n31.21, -82.35");
  await press(page, "Next");
  await expect(page.getByRole("heading", { name: "Contractors" })).toBeVisible();
  await page.goto("/jobs/create/map?choose=1");
  await press(page, "Choose Upload PDF");
  await press(page, "Clear and change to Upload PDF");
  await page.getByLabel("Plan map").setInputFiles(PDF);
  await press(page, "Upload PDF");
  await expect(page.getByText("plan.pdf")).toBeVisible();
  await follow(page, "Next");
  await addContractors(page, ["Satilla Timber Crew", "Satilla Timber Crew", "Satilla Timber Crew"]);
  await follow(page, "Next");
  await follow(page, "Copy Sort Sheet");
  await page
    .getByRole("button", { name: /Copy from/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: /^Remove/ }).first()).toBeVisible();
  await page.goto("/jobs/create/sort-sheet?section=product_mix");
  await press(page, "Next");
  await press(page, "Next");
  await press(page, "Create job");
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText("Satilla Timber Crew (invited)")).toHaveCount(0);
});

test("a company without the feature sees Contact Sales, and leaves word", async ({ page, as }) => {
  await signIn(page, "rival");
  expect((await page.goto("/jobs/create"))?.status()).toBe(403);
  await expect(
    page.getByRole("heading", { name: "Creating jobs needs a company subscription" }),
  ).toBeVisible();
  await page.getByLabel("Phone").fill("12");
  await press(page, "Contact Sales");
  await expect(page.getByText("Invalid phone number").first()).toBeVisible();
  await page.getByLabel("Phone").fill("5415550160");
  await press(page, "Contact Sales");
  await expect(page.getByText("Thank you for contacting our sales team.")).toBeVisible();
  const refused = await page.request.post("/jobs/create/review", { form: { version: "1" }, maxRedirects: 0 });
  expect(refused.status()).toBe(403);
  const logger = await as("logger");
  await logger.goto("/jobs");
  await expect(logger.getByText("You have a job setup in progress.")).toHaveCount(0);
});
