import type { Page } from "@playwright/test";
import {
  addContractors,
  chooseCounty,
  EMPTY_PDF,
  expectDraftCleared,
  expectTicksSaved,
  followLink,
  pressButton,
  startNewJobSetup,
} from "./setup-steps";
import { chooseOption, expect, signInWithCookies, test, waitForScripts } from "./support/test";

/**
 * Edit a setup page from Review, and check that saving leads back to Review, also after errors and from pages opened
 * within it.
 */
async function editFromReview(page: Page) {
  const back = () => expect(page.getByRole("heading", { name: "Review and create" })).toBeVisible();
  await followLink(page, "Edit Overview");
  await page.getByLabel("Section").fill("");
  await pressButton(page, "Next");
  await expect(page.getByText("Section is required").first()).toBeVisible();
  await page.getByLabel("Section").fill("28");
  await pressButton(page, "Change the land owner");
  await followLink(page, "Back to overview");
  await pressButton(page, "Next");
  await back();
  await followLink(page, "Edit Contractors");
  await pressButton(page, "Search, invite, contracts of haulers");
  await followLink(page, "Next");
  await back();
  await followLink(page, "Edit Sort sheet");
  for (const section of ["Products", "Destinations", "Product mix"]) {
    await expect(page.locator("[aria-current=page]", { hasText: section })).toBeVisible();
    await pressButton(page, "Next");
  }
  await back();
}

/** Run in sequence: a user has one setup per company, and all of these tests use the manager's. */
test.describe.configure({ mode: "serial", timeout: 180_000 });

test("a land manager in Michigan sets up a whole job, continues on another device, and creates the job once", async ({
  page,
  as,
}, { project }) => {
  await startNewJobSetup(page, "manager");
  await pressButton(page, "Next");
  await expect(page.getByText("Name is required").first()).toBeVisible();
  const name = `Au Sable thinning ${project.name}`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Start date").fill("2026-12-01");
  await chooseCounty(page, "Michigan", "Crawford");
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await pressButton(page, "Next");
  await expect(page.getByText("Township is required").first()).toBeVisible();
  await page.getByLabel("Township").fill("T27N");
  await page.getByLabel("Range").fill("R2W");
  await page.getByLabel("Section").fill("28");
  await pressButton(page, "Choose the land owner");
  const estate = `Wolverine Estate ${project.name}`;
  await page.getByLabel("Land Owner Name").fill(estate);
  await page.getByLabel("Contact First Name").fill("Ada");
  await page.getByLabel("Contact Last Name").fill("Koski");
  await page.getByLabel("Contact Phone Number").fill("9065550177");
  await pressButton(page, "Add and choose");
  await expect(page.getByText(estate)).toBeVisible();
  await expect(page.getByLabel("Section")).toHaveValue("28");
  await pressButton(page, "Next");

  await pressButton(page, "Next");
  await expect(page.getByText("Please drop a pin on the map").first()).toBeVisible();
  await page.getByLabel("Coordinates").fill("44.7000, -84.7000");
  await pressButton(page, "Next");
  await addContractors(page, ["Two Hearted Logging", "Two Hearted Logging", "Manistee River Hauling"]);
  await pressButton(page, "Search, invite, contracts of haulers");
  await followLink(page, "Contract with Manistee River Hauling");
  await page.getByLabel("Contract name").fill("Haul 2026-13");
  await pressButton(page, "Save contract");
  await expect(page.getByText("Contract: Haul 2026-13")).toBeVisible();
  await followLink(page, "Contract with Manistee River Hauling");
  await page.getByLabel("Contract name").fill("Haul 2026-14");
  await page.getByLabel("Contract as a PDF").setInputFiles({ ...EMPTY_PDF, buffer: Buffer.from("<svg/>") });
  await pressButton(page, "Save contract");
  await expect(page.getByText("This isn't a PDF").first()).toBeVisible();
  await page.getByLabel("Contract as a PDF").setInputFiles(EMPTY_PDF);
  await pressButton(page, "Save contract");
  await expect(page.getByText("Contract: Haul 2026-14")).toBeVisible();

  const other = await as("manager");
  await other.goto("/jobs");
  await expect(other.getByText("You have a job setup in progress.")).toBeVisible();
  await expect(other.getByRole("progressbar")).toHaveAttribute("value", "66");
  await other.getByRole("link", { name: "Continue Job Setup" }).click();
  await expect(other).toHaveURL(/sort-sheet$/);
  await expect(other.getByText("You can not select a company on this page.")).toBeVisible();
  await waitForScripts(other);
  await other.getByLabel("Pulpwood, quaking aspen").check();
  await expectTicksSaved(other, ["Pulpwood, quaking aspen"]);
  await pressButton(other, "Next");
  const places = ["Grayling wood yard", "Roscommon sawmill", "Elk Rapids veneer buyer"];
  await waitForScripts(other);
  for (const place of places) await other.getByLabel(place).check();
  await expectTicksSaved(other, places);
  await pressButton(other, "Next");
  // Every product is offered to every destination, so untick the ones that aren't accepted.
  const next = other.getByRole("button", { name: "Next", exact: true });
  const aspenAt = (place: string) => other.getByRole("group", { name: place }).getByLabel(/aspen/).first();
  for (const place of ["Grayling wood yard", "Roscommon sawmill", "Elk Rapids veneer buyer"])
    await aspenAt(place).uncheck();
  if (project.name === "script") await expect(next).toBeDisabled();
  else {
    await next.click();
    await expect(other.getByRole("alert")).toContainText("Check at least one product");
  }
  await other.goto("/jobs/create/sorts");
  await pressButton(other, "Add product");
  await expect(other.getByRole("alert").getByRole("link", { name: "Choose a product to add" })).toBeVisible();
  await chooseOption(other, "Product", "Sawlogs, red pine");
  await pressButton(other, "Add product");
  await expect(other.getByLabel("Sawlogs, red pine")).toBeChecked();
  await other.goto("/jobs/create/sorts?section=product_mix");
  for (const place of ["Roscommon sawmill", "Elk Rapids veneer buyer"]) await aspenAt(place).uncheck();
  await aspenAt("Grayling wood yard").check();
  // A product that is added later is accepted by every destination, so untick all of its boxes for this yard.
  await other
    .getByRole("group", { name: "Grayling wood yard" })
    .getByLabel(/red pine/)
    .first()
    .uncheck();
  await pressButton(other, "Next");
  // Two yards of one mill: each has its own prices, for the products that it accepts.
  const yard = (name: string) => other.getByRole("group", { name, exact: true });
  // The yard's only product and its hauler have fields for a price and for the minimum pay for a load.
  await expect(yard("Grayling wood yard").getByRole("textbox")).toHaveCount(4);
  await yard("Grayling wood yard").getByLabel("Pulpwood, quaking aspen", { exact: true }).fill("38");
  await expect(yard("Roscommon sawmill").getByRole("textbox")).toHaveCount(4);
  await yard("Roscommon sawmill").getByLabel("Sawlogs, red pine", { exact: true }).fill("410");
  await other.getByLabel("Pulpwood, quaking aspen").first().fill("12.x");
  await pressButton(other, "Next");
  await expect(other.getByText("Type a rate like 4.25.").first()).toBeVisible();
  await waitForScripts(other);
  await other.getByLabel("Pulpwood, quaking aspen").first().fill("12.50");
  await yard("Grayling wood yard").getByLabel("Manistee River Hauling", { exact: true }).fill("9.25");
  if (project.name === "script") {
    await yard("Grayling wood yard").getByLabel("Manistee River Hauling", { exact: true }).blur();
    await expect(other.getByText("Kept")).toBeVisible();
    await other.goto("/jobs/create/rates");
    await expect(other.getByLabel("Pulpwood, quaking aspen").first()).toHaveValue("12.50");
  }
  await pressButton(other, "Next");
  await expect(other.getByText("$12.50 per ton")).toBeVisible();
  await expect(other.getByRole("listitem").filter({ hasText: "to Roscommon sawmill" })).toContainText("$410");

  // The first device is still on the same page and has all the data.
  await page.goto("/jobs/create/review");
  await expect(page.getByText("Wolverine Estate")).toBeVisible();
  await editFromReview(page);
  await expectDraftCleared(page, async () => {
    await pressButton(page, "Create job");
    await expect(page.getByRole("heading", { name })).toBeVisible();
  });
  const pathname = new URL(page.url()).pathname;
  await page.goto(`${pathname}/rates`);
  const paid = (yardOf: string) => page.getByRole("listitem").filter({ hasText: `to ${yardOf}` });
  await expect(paid("Grayling wood yard").filter({ hasText: "Mill" })).toContainText("$38.00 per ton");
  await expect(paid("Roscommon sawmill").filter({ hasText: "Mill" })).toContainText("$410.00 per");
  await followLink(page, "Add product rate");
  await expect(page.getByLabel("Destination").getByRole("option")).toContainText([
    "Every location of the payer",
    "Grayling wood yard (AuSable Paper & Lumber)",
  ]);
  await page.goto(pathname);
  await followLink(page, "People");
  await expect(page.getByText(estate).first()).toBeVisible();
  await pressButton(other, "Create job");
  await expect(other.getByText("No job setup is in progress").first()).toBeVisible();
  await other.goto("/jobs");
  await expect(other.getByText("You have a job setup in progress.")).toHaveCount(0);
  await expect(other.getByRole("link", { name })).toHaveCount(1);

  const hauler = await as("hauler");
  await hauler.goto(pathname);
  await expect(hauler.getByText("is invited to this job")).toBeVisible();
  await expect(hauler.getByText("12.50")).toHaveCount(0);

  // The contractor who accepts the job creates its first ticket.
  await hauler.goto(`${pathname}/accept`);
  await expect(hauler.getByText(/\$9\.25/).first()).toBeVisible();
  await pressButton(hauler, "Accept job");
  await expect(hauler.getByText("Job accepted")).toBeVisible();
  await followLink(hauler, "New trip ticket");
  await pressButton(hauler, "Create trip ticket");
  await expect(hauler.getByRole("heading", { name: /^Trip Ticket #\d+/ })).toBeVisible();
  await expect(hauler.getByText("Claimed").first()).toBeVisible();
});

test("@asked a company without the job setup feature sees Contact Sales, and sends a request", async ({
  page,
  as,
}) => {
  await signInWithCookies(page, "rival");
  expect((await page.goto("/jobs/create"))?.status()).toBe(403);
  await expect(
    page.getByRole("heading", { name: "Creating jobs needs a company subscription" }),
  ).toBeVisible();
  await page.getByLabel("Phone").fill("12");
  await pressButton(page, "Contact Sales");
  await expect(page.getByText("Invalid phone number").first()).toBeVisible();
  await page.getByLabel("Phone").fill("5415550160");
  await pressButton(page, "Contact Sales");
  await expect(page.getByText("Thank you for contacting our sales team.")).toBeVisible();
  const refused = await page.request.post("/jobs/create/review", { form: { version: "1" }, maxRedirects: 0 });
  expect(refused.status()).toBe(403);
  const logger = await as("logger");
  await logger.goto("/jobs");
  await expect(logger.getByText("You have a job setup in progress.")).toHaveCount(0);
});

test("@script a field that still has focus is saved on reload, and on leaving by Back or a link", async ({
  page,
}) => {
  await startNewJobSetup(page, "manager");
  const name = page.getByLabel("Name");
  const typeAndLeave = async (text: string, leave: () => Promise<unknown>) => {
    await waitForScripts(page);
    await name.fill("");
    // Type key by key: the browser fires no change event until the field is left.
    await name.pressSequentially(text);
    await leave();
    await expect(async () => {
      await page.goto("/jobs/create/overview");
      await expect(name).toHaveValue(text, { timeout: 1_000 });
    }).toPass();
  };
  await typeAndLeave("Reloaded", () => page.reload());
  await typeAndLeave("Gone back", () => page.goBack());
  await typeAndLeave("By a link", () => page.evaluate(() => location.assign("/trip-tickets")));
});
