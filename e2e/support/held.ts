import type { Page } from "@playwright/test";

/** Delay requests to matching addresses, as a slow connection does. The returned function releases them. */
export async function holdRequests(page: Page, address: RegExp): Promise<() => void> {
  let come = () => {};
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(address, async (route) => {
    await coming;
    await route.continue();
  });
  return () => come();
}
