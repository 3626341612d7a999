import { payingSite } from "./support/stripe/paying-site";
import { expect, signInAt, test } from "./support/test";

let site: Awaited<ReturnType<typeof payingSite>>;
test.beforeAll(async () => {
  site = await payingSite();
});
test.afterAll(() => site.stop());

test("@seen a company subscribes on a page of another origin, which refuses a card first, and ends it again", async ({
  page,
}) => {
  expect(site.setUp).toContain("made: price Professional");
  await signInAt(page, site.url, "hauler");
  await page.goto(`${site.url}/company`);
  await page.getByRole("link", { name: "See subscriptions" }).click();
  await expect(page.getByText("Nothing is paid by card.")).toBeVisible();
  await page.getByRole("button", { name: "Subscribe to Professional" }).click();
  await expect(page).toHaveURL((at) => at.origin === site.base);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByText("You came back without paying.")).toBeVisible();
  await page.getByRole("button", { name: "Subscribe to Professional" }).click();
  await page.getByRole("button", { name: "Pay with a card that is refused" }).click();
  await expect(page.getByRole("heading", { name: "Your card was refused" })).toBeVisible();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page).toHaveURL((at) => at.pathname === "/company/subscription");
  await expect(page.getByText(/^Professional, renews /)).toBeVisible();
  await expect(page.getByText("Your subscription", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Manage subscription" }).click();
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(page.getByText(/^Professional, ends .*It isn't renewed\.$/)).toBeVisible();
});
