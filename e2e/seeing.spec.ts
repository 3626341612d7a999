import { expect, test } from "./support/test";

const DAY = 86_400_000;
const day = (from: number) => new Date(Date.now() + from * DAY).toISOString().slice(0, 10);
/** Period in which the demo always has loads. */
const PERIOD = `from=${day(-60)}&to=${day(1)}`;

test("@asked a form filters a report, and the filter stays when another report is opened", async ({ as }) => {
  const page = await as("manager");
  await page.goto(`/production?${PERIOD}`);
  await expect(page.getByRole("table", { name: "Loads and volumes" })).toBeVisible();
  await page.locator("summary", { hasText: "Only one job" }).click();
  const jobs = page.getByLabel("Job", { exact: true });
  await jobs.selectOption("Deward Tract");
  await page.getByRole("button", { name: "Show these" }).click();
  await expect(page).toHaveURL(/job_ids=\d+/);
  const chip = page.getByRole("listitem").filter({ hasText: "Job: Deward Tract" });
  await expect(chip).toHaveCount(1);
  await expect(jobs).toHaveValue(/^\d+$/);
  // The filter doesn't apply to the Plan page, but applies again to the next report of loads.
  await page.getByRole("link", { name: "Plan" }).click();
  await expect(chip).toHaveCount(0);
  await page.getByRole("link", { name: "Turn times" }).click();
  await expect(page).toHaveURL(/report=turns/);
  await expect(chip).toHaveCount(1);
  await chip.getByRole("link", { name: /^Remove/ }).click();
  await expect(page).not.toHaveURL(/job_ids/);
  await expect(chip).toHaveCount(0);
});

test("@asked the report of wood left to haul links to its landing and to the waiting loads", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto("/production");
  await page.getByRole("link", { name: "Inventory" }).click();
  await expect(page.getByRole("heading", { name: "On landings" })).toBeVisible();
  await page
    .getByRole("link", { name: /on North landing, Deward Tract$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/jobs\/\d+\/landing$/);
  await page.goto("/production?report=inventory");
  const waiting = page.getByRole("table", { name: "Waiting loads by destination" });
  await waiting.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/trip-tickets\?.*view=available/);
});

test("@asked a goal is set, shows its progress, and is deleted", async ({ as }) => {
  const page = await as("manager");
  await page.goto("/production?report=plan");
  await page.getByRole("link", { name: "Set a goal" }).click();
  await page.getByLabel("Job").selectOption("Fall Creek Thinning");
  await page.getByLabel("For each").selectOption("Month");
  await page.getByLabel("How much").fill("none");
  await page.getByLabel("Counted in").selectOption("Loads");
  await page.getByLabel("From").fill(day(-60));
  await page.getByRole("button", { name: "Save the goal" }).click();
  await expect(page.getByText("Type a whole number of loads, like 60.").first()).toBeVisible();
  await page.getByLabel("How much").fill("9,871");
  await page.getByRole("button", { name: "Save the goal" }).click();
  const row = page.getByRole("row").filter({ hasText: "9,871 loads" });
  await expect(row).toContainText("Fall Creek Thinning");
  await row.getByRole("link", { name: /^Change/ }).click();
  await page.getByRole("link", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: /^Delete/ }).click();
  await expect(page).toHaveURL(/\/production/);
  await expect(row).toHaveCount(0);
});

test("@asked the home page links from open tasks, coming events and each number", async ({ as }) => {
  const office = await as("manager");
  await office.goto("/");
  await expect(office.getByRole("heading", { level: 1 })).toContainText(
    /Good (morning|afternoon|evening), Aino/,
  );
  await office
    .getByRole("link", { name: /have no rate on|has no rate on|after three days|is behind|are behind/ })
    .first()
    .click();
  await expect(office).toHaveURL(/rates|trip-tickets|production/);
  await office.goto("/");
  await office
    .getByRole("link", { name: /under way|on the road/i })
    .first()
    .click();
  await expect(office).toHaveURL(/\/trip-tickets/);

  const driver = await as("hauler");
  await driver.goto("/");
  await expect(driver.getByRole("heading", { name: "What is the rate?" })).toBeVisible();
  await expect(driver.getByRole("heading", { name: "When are we paid?" })).toBeVisible();
  const counted = driver.locator("section").filter({ hasText: /Did (my|our) loads count\?/ });
  await counted.getByRole("link").first().click();
  await expect(driver).toHaveURL(/\/trip-tickets\/\d+$/);
});

test("@asked a file link leads to the Contact Sales form if the company lacks the export feature", async ({
  as,
}) => {
  const page = await as("hauler");
  await page.goto(`/production?${PERIOD}`);
  await expect(page.getByRole("link", { name: "CSV" })).toHaveAttribute("href", "/contact-sales");
});

test("@script the weather at the user's location is shown after pressing a button", async ({ as }) => {
  const page = await as("manager");
  await page.goto("/");
  const card = page.locator("#weather");
  await expect(card).toContainText("Michigan");
  await page.context().setGeolocation({ latitude: 44.6614, longitude: -84.7148 });
  await page.context().grantPermissions(["geolocation"]);
  await card.getByRole("button", { name: "Weather where I am" }).click();
  await expect(card).toContainText("Where you are");
  await page.goto("/");
  await expect(card).toContainText("Where you are");
});

test("@script a user who denies access to their location gets an explanation", async ({ as }) => {
  const page = await as("hauler");
  await page.context().clearPermissions();
  await page.goto("/");
  const card = page.locator("#weather");
  await card.getByRole("button", { name: "Weather where I am" }).click();
  await expect(card.getByRole("status")).toContainText(
    /^Location (permission denied|information unavailable)/,
  );
});
