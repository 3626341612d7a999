import type { Page } from "@playwright/test";
import { wired } from "./test";

/** Opens a page with its clock stopped, so that a busy machine isn't taken for a slow line, which leads to a visit. */
export async function patiently(page: Page, path: string) {
  await page.clock.install();
  await page.goto(path);
  await wired(page);
  await page.clock.pauseAt(Date.now() + 600_000);
}
