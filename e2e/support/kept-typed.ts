import type { Page } from "@playwright/test";

/**
 * Waits until the page saves what is typed in it (app/client/draft-restore.ts), which starts a moment after it has been
 * loaded: a person needs longer to find the field, a script that types at once does not.
 */
export async function looksAfterTyping(page: Page): Promise<void> {
  const script = await page.waitForFunction(
    () =>
      performance.getEntriesByType("resource").find(({ name }) => /\/behaviors\/draft-restore[-.]/.test(name))
        ?.name,
  );
  // An earlier import of the same module resolves earlier.
  await page.evaluate((address) => import(address ?? ""), await script.jsonValue());
  // The page makes the same query, and made it earlier.
  await page.evaluate(async () => {
    await caches.match("/outbox");
  });
}
