import { expect, signIn, signInWithCookies, test } from "./support/test";

test("@both after signing out, Back shows none of the earlier pages, and the next user sees their own", async ({
  page,
}) => {
  // Use a separate session: the other tests share one, and this test ends its session.
  await signIn(page, "manager");
  await page.goto("/jobs");
  const seen = await page.locator("main").innerText();
  await page.goto("/trip-tickets/3");
  await page.goto("/more");
  await page.getByRole("button", { name: "Sign out" }).last().click();
  await expect(page).toHaveURL(/\/login/);
  for (let i = 0; i < 3; i++) {
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.locator("main")).not.toContainText("#1003");
  }
  await signInWithCookies(page, "rival");
  await page.goto("/jobs");
  expect(await page.locator("main").innerText()).not.toBe(seen);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("@both returning to a page shows what has changed since", async ({ as }) => {
  const page = await as("ida");
  await page.goto("/");
  // A cached copy that no later response replaces: submitting to an address makes a browser drop its copies of that
  // address.
  await page.goto("/trip-tickets/3?from=home");
  await page.goto("/trip-tickets/3");
  await page.locator("form[action$='/comments'] textarea").fill("Seen after going back");
  await page
    .locator("form[action$='/comments'] button[type=submit], form[action$='/comments'] button")
    .last()
    .click();
  await expect(page.locator("main")).toContainText("Seen after going back");
  for (let i = 0; i < 3 && !page.url().endsWith("?from=home"); i++) await page.goBack();
  await expect(page).toHaveURL(/\?from=home$/);
  await expect(page.locator("main")).toContainText("Seen after going back");
});
