import { startPaymentSite } from "./support/stripe/paying-site";
import { expect, signInAt, test } from "./support/test";

let site: Awaited<ReturnType<typeof startPaymentSite>>;
test.beforeAll(async () => {
  site = await startPaymentSite();
});
test.afterAll(() => site.stop());
// The server answers 503 if Stripe is down.
test.use({ allowed: [/^503 |status of 503/] });

const PHONE = { width: 390, height: 844 };

test("a mill without an account gets an invoice for its statement, opens it on a phone, prints it, and pays by card", async ({
  page,
  browser,
  javaScriptEnabled,
}) => {
  const { url, base } = site;
  await signInAt(page, url, "manager");

  // Set the mill's price per ton and make the mill's statement here: the mill has no users on this site.
  await page.goto(`${url}/jobs/3/product-rates/new`);
  await page.locator("[name=job_product_rate_type_id]").selectOption({ label: "Mill" });
  await page.locator("[name=product]").selectOption({ index: 1 });
  await page.locator("[name=paying_company_id]").selectOption({ label: "Altamaha Pine Products" });
  await page.locator("[name=receiving_company_id]").selectOption({ label: "Superior Land & Timber" });
  await page.locator("[name=rate]").fill("31.25");
  await page.getByRole("button", { name: "Add rate" }).click();
  await page
    .getByRole("button", { name: /^Save, and change/ })
    .first()
    .click();
  await page.waitForURL((url) => url.pathname === "/jobs/3/rates");
  // The pay of the loads is calculated in the background.
  const make = page.getByRole("button", { name: /^Make/ });
  const offered = async () => {
    await page.goto(`${url}/settlements/new?payer=9`);
    return make.count();
  };
  await expect.poll(offered).toBe(1);
  await expect(page.getByText("Altamaha Pine Products has no people here")).toBeVisible();
  await make.click();
  await page.waitForURL((url) => /^\/settlements\/statements/.test(url.pathname));
  await page.goto(`${url}/invoices/new`);
  await page.getByRole("link", { name: /Altamaha Pine Products/ }).click();
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByRole("button", { name: "Issue this invoice" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Invoice \d+$/);
  const total = (await page.locator(".invsums .whole .num").textContent()) ?? "";
  expect(total).toMatch(/^\$[\d,]+\.\d\d$/);
  const invoice = new URL(page.url()).pathname;

  // Set up the payment account: abandon it once, then finish it.
  await page.goto(`${url}/invoices`);
  await page.getByRole("link", { name: "Payment account" }).click();
  await site.down(true);
  await page.getByRole("button", { name: "Set up card payments" }).click();
  await expect(page.getByText("Sorry, an error occurred. Stripe couldn't be reached.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up card payments" })).toBeEnabled();
  await site.down(false);
  await page.getByRole("button", { name: "Set up card payments" }).click();
  await expect(page).toHaveURL((url) => url.origin === base);
  await page.getByRole("link", { name: "The page has ended" }).click();
  await expect(page.getByText("That Stripe page expired.")).toBeVisible();
  await page.getByRole("button", { name: "Continue at Stripe" }).click();
  await page.getByRole("button", { name: "Save for later" }).click();
  await expect(page.getByText("Started, not finished.")).toBeVisible();
  await page.getByRole("button", { name: "Continue at Stripe" }).click();
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page.getByText("Customers can pay your invoices by card.")).toBeVisible();

  await page.goto(`${url}${invoice}/send`);
  const link = (await page.getByRole("link", { name: /\/i\/\d+\?sig=/ }).getAttribute("href")) ?? "";
  await page.getByLabel("The customer's email").fill("office@altamaha.example");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Invoice to office@altamaha.example")).toBeVisible();

  // Open the mill's browser, on a phone, with only the link.
  const phone = await browser.newContext({ viewport: PHONE, isMobile: true, javaScriptEnabled });
  const mill = await phone.newPage();
  await mill.goto(link);
  await expect(mill.getByText(`${total} to pay`)).toBeVisible();
  const pay = mill.getByRole("button", { name: `Pay ${total} by card` });
  await expect(pay).toBeVisible();
  // Compare screen and print only with script: without script they look the same.
  if (javaScriptEnabled) {
    expect(await mill.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await mill.emulateMedia({ media: "print" });
    await expect(pay).toBeHidden();
    await expect(mill.locator(".invsums .whole .num")).toHaveText(total);
    await mill.emulateMedia({ media: null });
  }
  const file = (await mill.getByRole("link", { name: "PDF" }).getAttribute("href")) ?? "";
  const paper = await phone.request.get(new URL(file, link).href);
  expect(paper.headers()["content-type"]).toBe("application/pdf");

  await pay.click();
  await expect(mill.getByText(`Total: ${total.replace(",", "")}`)).toBeVisible();
  await mill.getByRole("link", { name: "Back" }).click();
  await expect(mill.getByText("You came back without paying.")).toBeVisible();
  await site.down(true);
  await pay.click();
  await expect(mill.getByText("Sorry, an error occurred. Stripe couldn't be reached.")).toBeVisible();
  await expect(pay).toBeEnabled();
  await site.down(false);
  await pay.click();
  await mill.getByRole("button", { name: "Pay with a card that is refused" }).click();
  await mill.getByRole("button", { name: "Fail the bank's question" }).click();
  await expect(mill.getByRole("heading", { name: "Your card was refused" })).toBeVisible();
  await mill.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(mill.getByText("Thank you. It's paid.")).toBeVisible();
  await expect(mill.locator(".invsums .whole .num")).toHaveText(total);
  await expect(mill.getByText("Left to pay")).toBeVisible();
  await expect(pay).toBeHidden();
  await expect(mill.getByRole("link", { name: "Receipt" })).toBeVisible();
  await phone.close();

  // Statement, invoice and receipt show the same amount.
  await page.goto(`${url}${invoice}/receipt`);
  await expect(page.locator(".invsums .whole .num")).toHaveText(total);
  await expect(page.getByText("Card, Stripe")).toBeVisible();
  await page.goto(`${url}${invoice}`);
  await page.getByRole("link", { name: "The statement" }).click();
  await expect(page.getByText(total).first()).toBeVisible();
  await expect(page.getByText("Paid").first()).toBeVisible();

  // The paid amount is refunded to the card, and the invoice is payable again.
  await page.goto(`${url}${invoice}/reversal`);
  await page.getByLabel("Reason").fill("Paid for the wrong week");
  await page.getByRole("button", { name: "Take the payment back" }).click();
  await expect(page.getByText("taken back: Refunded to the card: Paid for the wrong week")).toBeVisible();
  await expect(page.getByText(`${total} to pay`).first()).toBeVisible();
});
