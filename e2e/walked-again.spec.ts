import { atFreshSite, enter, expect, test, url } from "./support/test";

test("@script a retried journey runs at a fresh site and leaves the shared one alone", async ({ page }) => {
  const shared = url();
  await enter(page, "manager");
  await page.goto("/trip-tickets");
  const value = (await page.context().cookies()).find(({ name }) => name === "tt_session")?.value;
  await atFreshSite(async () => {
    expect(url()).not.toBe(shared);
    expect((await page.request.get(`${url()}/readyz`)).ok()).toBe(true);
    await page.context().clearCookies();
    await enter(page, "manager");
    await page.goto(`${url()}/trip-tickets`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/ticket/i);
    const fresh = (await page.context().cookies()).find(({ name }) => name === "tt_session")?.value;
    expect(fresh).not.toBe(value);
  });
  expect(url()).toBe(shared);
  await page.context().clearCookies();
  await enter(page, "manager");
  await page.goto("/trip-tickets");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/ticket/i);
});
