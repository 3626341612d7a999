import type { Page } from "@playwright/test";
import { expect } from "./test";

/** Opens a page that this device can show without a signal from now on, along with the page that lists unsent items. */
export async function readyForNoSignal(page: Page, path = "/outbox") {
  await page.goto("/outbox");
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match("/outbox")))).toBe(true);
  if (path !== "/outbox") await page.goto(path);
  await page.reload();
}
