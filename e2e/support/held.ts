import type { Page } from "@playwright/test";

/** Holds back requests to a matching address, as a slow line does, until released. */
export async function held(page: Page, address: RegExp): Promise<() => void> {
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
