import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Open a page, and the page that lists unsent items, so that this device can show both without a signal from now on. */
export async function openForOfflineUse(page: Page, path = "/outbox") {
  await page.goto("/outbox");
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match("/outbox")))).toBe(true);
  if (path !== "/outbox") await page.goto(path);
  await page.reload();
}
