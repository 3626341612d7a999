import { expect, getAppUrl, runAtFreshSite, signInWithCookies, test } from "./support/test";

test("@script a retried test runs on a fresh site and doesn't affect the shared site", async ({ page }) => {
  const shared = getAppUrl();
  await signInWithCookies(page, "manager");
  await page.goto("/trip-tickets");
  const value = (await page.context().cookies()).find(({ name }) => name === "tt_session")?.value;
  await runAtFreshSite(async () => {
    expect(getAppUrl()).not.toBe(shared);
    expect((await page.request.get(`${getAppUrl()}/readyz`)).ok()).toBe(true);
    await page.context().clearCookies();
    await signInWithCookies(page, "manager");
    await page.goto(`${getAppUrl()}/trip-tickets`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/ticket/i);
    const fresh = (await page.context().cookies()).find(({ name }) => name === "tt_session")?.value;
    expect(fresh).not.toBe(value);
  });
  expect(getAppUrl()).toBe(shared);
  await page.context().clearCookies();
  await signInWithCookies(page, "manager");
  await page.goto("/trip-tickets");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/ticket/i);
});
