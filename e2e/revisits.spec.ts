import { expect, signIn, signInWithCookies, test } from "./support/test";

test("@both after signing out, Back shows none of the earlier pages, and the next user sees their own", async ({
  page,
}) => {
  // Use a separate session, since this test signs out and would end the shared one.
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

test("@both a page that is opened again shows changes made since the last visit", async ({ as }) => {
  const page = await as("ida");
  await page.goto("/");
  // Browsers drop cached copies of an address when a form is submitted to it. This copy is of an address that no form
  // is submitted to, so it remains.
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
