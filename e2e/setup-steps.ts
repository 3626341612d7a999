import type { Page } from "@playwright/test";
import { choose, enter, expect, test, wired } from "./support/test";

/** Start a new setup, replacing one in progress. */
export async function startAnew(page: Page, who: string) {
  await enter(page, who);
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
/** Check that the browser's own data of the setup is gone once the setup is over. */
export async function forgets(page: Page, over: () => Promise<void>) {
  if (test.info().project.name !== "script") return over();
  await page.evaluate(() => localStorage.setItem("CreateJob", '{"unsent":true}'));
  await over();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("CreateJob"))).toBeNull();
}
export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
export const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();

/** Choose the state, then the county; with a script the counties load by themselves. */
export async function chooseCounty(page: Page, state: string, county: string) {
  await wired(page);
  await choose(page, "State", state);
  if (test.info().project.name === "no-script") await press(page, "Show counties");
  await expect(page.locator("select[name=us_county_id] option", { hasText: county }).first()).toBeAttached();
  await wired(page);
  // The list of counties may reload while typing on a busy machine, so check what was chosen.
  for (let tries = 0; tries < 3; tries++) {
    await choose(page, "County", county);
    if ((await page.locator("select[name=us_county_id]").inputValue()) !== "") return;
  }
}

/** Ticks a company in each role; Next stays off until each has one, and says so where nothing runs in the page. */
export async function addContractors(page: Page, names: [string, string, string]) {
  await expect(page.getByText("Your company").first()).toBeVisible();
  const next = page.getByRole("button", { name: "Next", exact: true });
  if (test.info().project.name === "script") await expect(next).toBeDisabled();
  else {
    await next.click();
    await expect(page.getByRole("alert")).toContainText("Choose at least one cutter to continue.");
  }
  for (const [i, role] of ["Cutters", "Skidders", "Haulers"].entries())
    await page
      .getByRole("group", { name: role })
      .getByLabel(names[i] ?? "")
      .check();
}

/** Looks for ticks after a reload: where a script runs they are kept without Next. */
export async function ticksKept(page: Page, labels: string[]) {
  if (test.info().project.name !== "script") return;
  await expect(page.getByText("Kept", { exact: true })).toBeVisible();
  await expect(async () => {
    await page.reload();
    for (const label of labels) await expect(page.getByLabel(label)).toBeChecked({ timeout: 1_000 });
  }).toPass();
}

/** A PDF with nothing in it. */
export const PDF = {
  name: "plan.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
};
