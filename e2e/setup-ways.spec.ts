import { buildDbf, buildShp, buildZip, WGS84_PRJ } from "../app/modules/maps/testing/shapefile";
import {
  addContractors,
  chooseCounty,
  EMPTY_PDF,
  followLink,
  pressButton,
  startNewJobSetup,
} from "./setup-steps";
import { advanceSetupToContractors, createSignedInClient } from "./support/setting-up";
import { expect, test } from "./support/test";

/** Run in sequence: a user has one setup per company, and all of these tests use the forester's. */
test.describe.configure({ mode: "serial", timeout: 180_000 });

const box = (west: number, south: number): [number, number][] => [
  [west, south],
  [west, south + 0.01],
  [west + 0.01, south + 0.01],
  [west + 0.01, south],
  [west, south],
];
const HARVEST = buildZip({
  "harvest.shp": buildShp([[box(-84.72, 44.7)], [box(-84.69, 44.72)]]),
  "harvest.dbf": buildDbf([["NAME", 10]], [["North"], ["South"]]),
  "harvest.prj": WGS84_PRJ,
});

test("a land manager in Georgia sets up a job without townships: areas from a file and typed, another method, a plan map", async ({
  page,
}, { project }) => {
  await startNewJobSetup(page, "forester");
  const name = `Satilla pine ${project.name}`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Start date").fill("2026-12-01");
  await chooseCounty(page, "Georgia", "Ware");
  await page.getByLabel("District, land lot").fill("District 8");
  await pressButton(page, "Next");

  await pressButton(page, "Choose Import Shapefile");
  await page.getByLabel("File").setInputFiles({
    name: "broken.zip",
    mimeType: "application/zip",
    buffer: HARVEST.subarray(0, 300),
  });
  await pressButton(page, "Import");
  await expect(page.getByText("We couldn't read this file").first()).toBeVisible();
  await page
    .getByLabel("File")
    .setInputFiles({ name: "h.zip", mimeType: "application/zip", buffer: HARVEST });
  await pressButton(page, "Import");
  await expect(page.getByText(/acres/).first()).toBeVisible();
  await expect(page.getByText(/miles outside Ware, GA/).first()).toBeVisible();
  await pressButton(page, "Save anyway");
  await expect(page.getByRole("heading", { name: "Contractors" })).toBeVisible();
  await page.goto("/jobs/create/map");

  await followLink(page, "Change method");
  await pressButton(page, "Choose Draw Shape");
  await expect(page.getByText("The shapes on the map now are cleared.")).toBeVisible();
  await pressButton(page, "Clear and change to Draw Shape");
  await expect(page.getByLabel("Corners")).toHaveValue("");
  await page.getByLabel("Corners").fill("31.20, -82.36\n31.21, -82.36");
  await pressButton(page, "Next");
  await expect(page.getByText("Please draw a shape with at least 3 points").first()).toBeVisible();
  await page.getByLabel("Corners").fill("31.20, -82.36\n31.21, -82.36\n31.21, -82.35");
  await pressButton(page, "Next");
  await expect(page.getByRole("heading", { name: "Contractors" })).toBeVisible();
  await page.goto("/jobs/create/map?choose=1");
  await pressButton(page, "Choose Upload PDF");
  await pressButton(page, "Clear and change to Upload PDF");
  await page.getByLabel("Plan map").setInputFiles(EMPTY_PDF);
  await pressButton(page, "Upload PDF");
  await expect(page.getByText("plan.pdf")).toBeVisible();
  await followLink(page, "Next");
  await addContractors(page, ["Satilla Timber Crew", "Satilla Timber Crew", "Satilla Timber Crew"]);
  await pressButton(page, "Next");
  await pressButton(page, "Next");
  await expect(page.getByRole("alert")).toContainText("Add at least one product to continue.");
  await followLink(page, "Copy Sort Sheet");
  await page
    .getByRole("button", { name: /Copy from/ })
    .first()
    .click();
  await expect(page.locator("input[name=products]:checked").first()).toBeVisible();
  await page.goto("/jobs/create/sort-sheet?section=product_mix");
  await pressButton(page, "Next");
  await pressButton(page, "Next");
  await pressButton(page, "Create job");
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText("Satilla Timber Crew (invited)")).toHaveCount(0);
});

test("@asked a contractor without an account doesn't block the setup, and joins by a link once the job exists", async ({
  page,
}, { project }) => {
  await startNewJobSetup(page, "forester");
  await advanceSetupToContractors(createSignedInClient(page.request));
  await page.goto("/jobs/create/companies?section=cutter");
  const name = `Pine Hollow Logging ${project.name}`;
  await page.getByLabel("Search companies").fill(name);
  await pressButton(page, "Search");
  await expect(page.getByText("No company name matches.")).toBeVisible();
  await expect(page.getByLabel("Company name")).toHaveValue(name);
  await page.getByLabel("First name").fill("Jo");
  await page.getByLabel("Last name").fill("Maki");
  await pressButton(page, "Invite");
  await expect(page.getByText("Type a phone number or an email").first()).toBeVisible();
  await page.getByLabel("Phone").fill("9065550143");
  await pressButton(page, "Invite");
  await expect(page.getByText("Not on Timbertally yet.")).toBeVisible();
  for (const other of ["Two Hearted Logging", "Manistee River Hauling"]) {
    await followLink(page, "Next");
    await page.getByLabel("Search companies").fill(other.slice(0, 8));
    await pressButton(page, "Search");
    await pressButton(page, `Add ${other}`);
    await expect(page.getByRole("button", { name: `Remove ${other}` })).toBeVisible();
    await expect(page.getByRole("button", { name: `Add ${other}` })).toHaveCount(0);
  }
  await followLink(page, "Next");
  await page.getByLabel("Pulpwood, quaking aspen").check();
  await pressButton(page, "Next");
  await page.getByLabel("Grayling wood yard").check();
  await pressButton(page, "Next");
  await pressButton(page, "Next");
  await pressButton(page, "Next");
  await pressButton(page, "Create job");
  await expect(page.getByRole("heading", { name: "Big Creek" })).toBeVisible();
  const pathname = new URL(page.url()).pathname;
  await page.goto(`${pathname}/companies`);
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("hasn't joined yet");

  // This site sends no text messages, so the test creates the invitation link and opens it itself.
  await followLink(page, `Invite again ${name}`);
  await pressButton(page, "Create a new link");
  await expect(page.getByText("Nothing was sent.")).toBeVisible();
  const link = await page.locator("code.secret").innerText();
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel("Email").fill(`jo-${project.name}@pine.test`);
  await page.getByLabel("Password").fill("norway pine and tamarack");
  await pressButton(page, `Join ${name}`);
  await page.goto(pathname);
  await expect(page.getByRole("heading", { name: "Big Creek" })).toBeVisible();
  await expect(page.getByRole("link", { name: "New trip ticket" })).toBeVisible();
});
