import { startPaymentSite } from "./support/stripe/paying-site";
import { expect, signInAt, test } from "./support/test";

let site: Awaited<ReturnType<typeof startPaymentSite>>;
test.beforeAll(async () => {
  site = await startPaymentSite();
});
test.afterAll(() => site.stop());

test("a company subscribes on a payment page that first refuses a card, and later cancels the subscription", async ({
  page,
}) => {
  expect(site.setUp).toContain("made: price Professional");
  await signInAt(page, site.url, "hauler");
  await page.goto(`${site.url}/company`);
  await page.getByRole("link", { name: "See subscriptions" }).click();
  await expect(page.getByText("You aren't paying for anything by card.")).toBeVisible();
  await page.getByRole("button", { name: "Subscribe to Professional" }).click();
  await expect(page).toHaveURL((url) => url.origin === site.base);
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByText("You came back without paying.")).toBeVisible();

  // The bank's confirmation stays open until the payment page expires. No failure is reported before that.
  await page.getByRole("button", { name: "Subscribe to Professional" }).click();
  await page.getByRole("button", { name: "Leave the bank's question open" }).click();
  await expect(page.getByRole("heading", { name: "Your bank asks whether it is you" })).toBeVisible();
  await page.goto(`${site.url}/company/subscription`);
  await expect(
    page.getByText("You started to subscribe to Professional and haven't paid yet."),
  ).toBeVisible();
  await site.later(25 * 3_600);
  await page.goto(`${site.url}/company/subscription`);
  await expect(page.getByText("You started to subscribe to Professional and didn't finish.")).toBeVisible();
  await expect(page.getByText("That page has ended, and nothing was charged.")).toBeVisible();
  await expect(page.getByText("Nothing charged yet.")).toBeVisible();

  await page.getByRole("button", { name: "Subscribe to Professional" }).click();
  await page.getByRole("button", { name: "Pay with a card that is refused" }).click();
  await expect(page.getByRole("heading", { name: "Your card was refused" })).toBeVisible();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page).toHaveURL((url) => url.pathname === "/company/subscription");
  await expect(page.getByText(/^Professional, renews /)).toBeVisible();
  await expect(page.getByText("Your subscription", { exact: true })).toBeVisible();
  await expect(page.getByText("didn't finish")).toBeHidden();
  const charged = page.getByRole("row", { name: /TT-0001/ });
  await expect(charged).toContainText("Paid");
  await expect(charged).toContainText("$149.00");
  await page.getByRole("link", { name: "TT-0001", exact: true }).click();
  await expect(page.getByText("Total: $149.00")).toBeVisible();
  await page.goto(`${site.url}/company/subscription`);
  await page.getByRole("button", { name: "Manage subscription" }).click();
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(page.getByText(/^Professional, ends .*It isn't renewed\.$/)).toBeVisible();
});
