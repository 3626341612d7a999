import type { Page } from "@playwright/test";
import { callApi } from "./support/loads";
import { expect, test } from "./support/test";

/**
 * Return the page's controls and fields that are too small for a gloved thumb (less than 44 px in one direction), with
 * their text.
 */
const tooSmall = (page: Page) =>
  page
    .locator(
      ":is(main, header, nav) :is(button, .button, input, select, summary, nav a, h1 + a, li > a, li > span > a, h2 > a, p > a, .topbar > a)",
    )
    .evaluateAll((things) =>
      things.flatMap((thing) => {
        // A checkbox is pressed through its label, so measure the label.
        const pressed = thing.matches("[type=checkbox], [type=radio]")
          ? (thing.closest("label") ?? thing)
          : thing;
        const { width, height } = pressed.getBoundingClientRect();
        const isSeen = thing.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
        if (!isSeen || (width >= 44 && height >= 44)) return [];
        return [
          `${thing.textContent?.trim() || thing.getAttribute("name")}: ${width.toFixed()} × ${height.toFixed()}`,
        ];
      }),
    );

const PHONES: [width: number, height: number][] = [
  [390, 844],
  [375, 667],
  [320, 568],
];

/** Expect the page's next step to be above the tab bar without scrolling, on each phone. */
async function expectStepInSight(page: Page, name: RegExp) {
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo(0, 0));
    const step = await page.getByRole("button", { name }).boundingBox();
    const bar = await page.locator(".tabs").boundingBox();
    const isAboveBar = (step?.y ?? 0) + (step?.height ?? height) <= (bar?.y ?? 0);
    expect([name, width, isAboveBar]).toEqual([name, width, true]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

test("a driver's load is one card: directions, the next status, the scale slip, then another load like it", async ({
  as,
  javaScriptEnabled,
}) => {
  const office = (await as("manager")).request;
  const load = { job_id: 1, job_destination_id: 1, product_type_id: 5, wood_species_id: 746 };
  const first = await callApi(office, "POST", "/api/trip-tickets", load);
  await callApi(office, "POST", "/api/trip-tickets", load);
  const driver = await as("hauler");
  if (javaScriptEnabled !== false) await driver.setViewportSize({ width: 390, height: 844 });
  await driver.goto(`/trip-tickets/${first.id}/claim`);
  await driver.getByRole("button", { name: "Claim" }).click();

  const trip = driver.getByRole("region", { name: "Your trip" });
  await expect(trip).toContainText("Deward Tract");
  await expect(trip).toContainText(/\d+ mi/);
  await expect(trip.getByRole("link", { name: "Directions to the landing" })).toBeVisible();
  await driver.getByRole("button", { name: "Picked up" }).click();
  const undo = driver.getByRole("status").filter({ hasText: "Picked up" });
  await expect(undo.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await expect(trip.getByRole("link", { name: /Directions to / })).toHaveAttribute("href", /destination=\d/);
  const dropped = driver.getByRole("button", { name: "Dropped off" });
  await dropped.click();

  await expect(driver.getByRole("heading", { name: "Scale slip" })).toBeVisible();
  await expect(driver.getByRole("link", { name: "Photo of the slip" })).toBeVisible();
  await driver.getByLabel("Scale ticket number").fill("Q7001");
  await driver.getByLabel("Gross").fill("98180");
  await driver.getByLabel("Tare").fill("32000");
  await driver.getByRole("button", { name: "Save", exact: true }).click();
  await expect(driver.getByText("33.09 tons").first()).toBeVisible();
  await driver.getByRole("link", { name: /^Next: same again, \d+/ }).click();
  await expect(driver.getByRole("button", { name: "Claim" })).toBeVisible();
});

test("@script on all pages of a driver's day, every control is large enough and no page is wider than the screen", async ({
  as,
}) => {
  const office = (await as("manager")).request;
  const load = { job_id: 1, job_destination_id: 1, product_type_id: 5, wood_species_id: 746 };
  const { id } = await callApi(office, "POST", "/api/trip-tickets", load);
  await callApi(office, "POST", "/api/trip-tickets", load);
  const driver = await as("hauler");
  await driver.setViewportSize({ width: 390, height: 844 });
  const look = async (instant: string) => {
    expect([instant, await tooSmall(driver)]).toEqual([instant, []]);
    expect([instant, await driver.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
      instant,
      390,
    ]);
  };
  const lists = ["/trip-tickets?view=available", "/trip-tickets", "/trip-tickets/new", "/jobs"];
  for (const page of [
    "/",
    ...lists,
    "/settlements/to-receive",
    "/settlements/needs-you",
    "/notifications",
    "/more",
  ]) {
    await driver.goto(page);
    await look(page);
  }
  await driver.goto(`/trip-tickets/${id}/claim`);
  await look("the claim");
  for (const step of [/^Claim/, /^Picked up/, /^Dropped off/]) {
    await expectStepInSight(driver, step);
    await driver.getByRole("button", { name: step }).click();
    await driver.waitForURL(/\/trip-tickets\/[^/]+$/);
    await look(`after ${step}`);
  }
  const ticket = driver.url();
  await driver.getByRole("link", { name: "Photo of the slip" }).click();
  await driver.waitForURL(/\/photos/);
  await look("its photos");
  await driver.goto(ticket);
  await driver.getByLabel("Scale ticket number").fill(`D${id}`);
  await driver.getByLabel("Gross").fill("98180");
  await driver.getByLabel("Tare").fill("32000");
  await driver.getByRole("button", { name: /^Save$/ }).click();
  const next = driver.getByRole("link", { name: /^Next: same again/ });
  await expect(next).toBeVisible();
  await look("the slip saved");
  await next.click();
  await expect(driver.getByRole("button", { name: "Claim" })).toBeVisible();
  await look("the next load");
});
