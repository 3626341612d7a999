import type { Page } from "@playwright/test";

/**
 * Wait until the page has begun to save typed text (app/client/draft-restore.ts), which happens a moment after loading.
 * A person takes longer than that to find a field, but a script may type too early.
 */
export async function waitForDraftSaving(page: Page): Promise<void> {
  const script = await page.waitForFunction(
    () =>
      performance.getEntriesByType("resource").find(({ name }) => /\/behaviors\/draft-restore[-.]/.test(name))
        ?.name,
  );
  // The page imported this module earlier than this call, so the page's import has finished once this one has.
  await page.evaluate((address) => import(address ?? ""), await script.jsonValue());
  // The page queried the cache earlier than this call, so the page's query has finished once this one has.
  await page.evaluate(async () => {
    await caches.match("/outbox");
  });
}
