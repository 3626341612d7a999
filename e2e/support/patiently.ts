import type { Page } from "@playwright/test";
import { waitForScripts } from "./test";

/**
 * Open a page with its clock stopped. On a busy machine a slow response would otherwise be treated as a slow
 * connection, and links would load full pages.
 */
export async function openWithStoppedClock(page: Page, path: string) {
  await page.clock.install();
  await page.goto(path);
  await waitForScripts(page);
  await page.clock.pauseAt(Date.now() + 600_000);
}
