import type { Page } from "@playwright/test";
import { serveDemo } from "../scripts/serve";
import { expect, signInAt, test } from "./support/test";

/**
 * Adding a company's first rate offers the trial once (docs/settlements.md). Each test uses a separate server, since a
 * company gets the offer only once.
 */
let served: Awaited<ReturnType<typeof serveDemo>>;
test.beforeEach(async () => {
  served = await serveDemo();
});
test.afterEach(() => served.stop());

const OFFER = "Pay from these rates: statements for every cutter and hauler, worked out from the tickets.";

/** Open the form for the first rate of a job of Grant's company, which has no rate yet. */
async function firstRate(page: Page) {
  await signInAt(page, served.url, "rival");
  await page.goto(`${served.url}/jobs`);
  const job = await page
    .locator("a[href^='/jobs/']")
    .evaluateAll((links) =>
      links.map((a) => a.getAttribute("href") ?? "").find((href) => /^\/jobs\/\d+$/.test(href)),
    );
  await page.goto(`${served.url}${job}/haul-rates/new`);
  const options = page.getByLabel("Who pays").locator("option");
  const companies = await options.evaluateAll((all) =>
    all
      .map((o) => ({ value: (o as HTMLOptionElement).value, label: o.textContent ?? "" }))
      .filter((o) => o.value),
  );
  const own = companies.find(({ label }) => label === "Cascade Timber Partners");
  const other = companies.find(({ label }) => label !== "Cascade Timber Partners");
  await page.getByLabel("Destination").selectOption({ index: 1 });
  await page.getByLabel("Who pays").selectOption(own?.value ?? "");
  await page.getByLabel("Who is paid").selectOption(other?.value ?? "");
  await page.getByLabel("Paid for").selectOption("load");
  await page.getByLabel("Rate in dollars").fill("180");
  await page.getByRole("button", { name: "Add rate" }).click();
  await expect(page).toHaveURL(/\/rates/);
  await expect(page.getByText(OFFER)).toBeVisible();
}

test("adding a company's first rate offers the trial, and one button starts it", async ({ page }) => {
  await firstRate(page);
  await page.getByRole("button", { name: "Start 30-day trial" }).click();
  await expect(page).toHaveURL(/\/settlements/);
  await expect(page.getByText(OFFER)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
});

test("offers the trial once: in a dialog with JavaScript, in a card above the page without", async ({
  page,
  javaScriptEnabled,
}) => {
  await firstRate(page);
  const offer = page.getByRole("dialog", { name: "Pay from these rates" });
  if (javaScriptEnabled) {
    await expect(offer).toHaveClass(/\bdialog\b/);
    expect(await offer.evaluate((card) => card.matches(":modal"))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(offer).toHaveCount(0);
  } else await page.getByRole("button", { name: "Not now" }).click();
  await expect(page.getByText(OFFER).filter({ visible: true })).toHaveCount(0);
  await page.goto(`${served.url}/settlements`);
  await expect(page.getByText(OFFER)).toHaveCount(0);
});
