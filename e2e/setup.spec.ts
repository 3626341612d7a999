import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { shapefileZip } from "./support/harvest-shapes";
import { choose, expect, signIn, test } from "./support/test";

/** The setup is one per person and company: journeys of the manager go one after another. */
test.describe.configure({ mode: "serial" });

async function startAnew(page: Page) {
  await signIn(page, "manager");
  await page.goto("/jobs");
  if (await page.getByText("You have a job setup in progress.").isVisible()) {
    await page.getByRole("link", { name: "Cancel the job setup" }).click();
    await page.getByRole("button", { name: "Delete the setup" }).click();
  }
  await page.getByRole("link", { name: "Create job" }).click();
  await expect(page).toHaveURL(/overview$/);
}
const ready = (page: Page) => page.waitForLoadState("networkidle");
const press = async (page: Page, name: string) => {
  await ready(page);
  await page.getByRole("button", { name, exact: true }).click();
};
const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();

/** State, then county; a script shows the counties by itself. */
async function chooseCounty(page: Page, state: string, county: string) {
  await ready(page);
  await choose(page, "State", state);
  const button = page.getByRole("button", { name: "Show its counties" });
  if (await button.isVisible()) await button.click();
  await ready(page);
  await choose(page, "County", county);
}

async function addContractors(page: Page, names: [string, string, string]) {
  await expect(page.getByText("Your company").first()).toBeVisible();
  await follow(page, "Next");
  for (const [i, name] of names.entries()) {
    await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
    await page.getByLabel("Search companies").fill(name.slice(0, 8));
    await press(page, "Search");
    await press(page, `Add ${name}`);
    if (i < 2) await follow(page, "Next");
  }
}
