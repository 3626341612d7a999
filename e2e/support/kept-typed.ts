import type { Page } from "@playwright/test";

/**
 * Waits until the page looks after what is typed in it (app/client/draft-restore.ts), which it does a moment after it has been
 * loaded: a person needs longer to find the field, a script that types at once does not.
 */
export async function looksAfterTyping(page: Page): Promise<void> {
  const script = await page.waitForFunction(
    () =>
      performance.getEntriesByType("resource").find(({ name }) => /\/behaviors\/draft-restore[-.]/.test(name))
        ?.name,
  );
  // Who has asked for the same module before has it before.
  await page.evaluate((address) => import(address ?? ""), await script.jsonValue());
  // It asks the same, and had asked before.
  await page.evaluate(async () => {
    await caches.match("/outbox");
  });
}
