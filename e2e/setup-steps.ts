import type { Page } from "@playwright/test";
import { chooseOption, expect, signInWithCookies, test, waitForScripts } from "./support/test";

/** Start a new job setup, and delete one that is in progress. */
export async function startNewJobSetup(page: Page, who: string) {
  await signInWithCookies(page, who);
  await page.goto("/jobs");
  if (await page.getByText("You have a job setup in progress.").isVisible()) {
    await page.getByRole("link", { name: "Cancel the job setup" }).click();
    await expectDraftCleared(page, async () => {
      await page.getByRole("button", { name: "Delete the setup" }).click();
      await expect(page.getByText("Job setup deleted")).toBeVisible();
    });
  }
  await page.getByRole("link", { name: "Create job" }).click();
  await expect(page).toHaveURL(/overview$/);
}
/** Perform the last action of a setup, and check that it deletes the setup's data from the browser. */
export async function expectDraftCleared(page: Page, over: () => Promise<void>) {
  if (test.info().project.name !== "script") return over();
  await page.evaluate(() => localStorage.setItem("CreateJob", '{"unsent":true}'));
  await over();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("CreateJob"))).toBeNull();
}
export const pressButton = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();
export const followLink = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();

/** Choose the state, then the county; with a script the counties load automatically. */
export async function chooseCounty(page: Page, state: string, county: string) {
  await waitForScripts(page);
  await chooseOption(page, "State", state);
  if (test.info().project.name === "no-script") await pressButton(page, "Show counties");
  await expect(page.locator("select[name=us_county_id] option", { hasText: county }).first()).toBeAttached();
  await waitForScripts(page);
  // On a busy machine the county list may reload while typing, so check the chosen county and try again.
  for (let tries = 0; tries < 3; tries++) {
    await chooseOption(page, "County", county);
    if ((await page.locator("select[name=us_county_id]").inputValue()) !== "") return;
  }
}

/**
 * Tick a company for each role. Next is disabled until each role has a company; without JavaScript, an error message
 * appears instead.
 */
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

/** Check that ticked boxes survive a reload: with JavaScript they are saved without pressing Next. */
export async function expectTicksSaved(page: Page, labels: string[]) {
  if (test.info().project.name !== "script") return;
  await expect(page.getByText("Kept", { exact: true })).toBeVisible();
  await expect(async () => {
    await page.reload();
    for (const label of labels) await expect(page.getByLabel(label)).toBeChecked({ timeout: 1_000 });
  }).toPass();
}

/** An empty PDF. */
export const EMPTY_PDF = {
  name: "plan.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
};
