import type { Page } from "@playwright/test";

/**
 * Wait until the page has begun to save typed text (app/client/draft-restore.ts), which is a moment after loading. A
 * person needs longer than that to find a field; a script may type too early.
 */
export async function waitForDraftSaving(page: Page): Promise<void> {
  const script = await page.waitForFunction(
    () =>
      performance.getEntriesByType("resource").find(({ name }) => /\/behaviors\/draft-restore[-.]/.test(name))
        ?.name,
  );
  // The page imported this module earlier, so its own import has resolved by then.
  await page.evaluate((address) => import(address ?? ""), await script.jsonValue());
  // The page made this cache query earlier, so its own query has finished by then.
  await page.evaluate(async () => {
    await caches.match("/outbox");
  });
}
