import { expect, signInWithCookies, test } from "./support/test";

test("@asked an invoice is written with typed lines, issued, shared by link, paid in two parts, and receipted", async ({
  page,
  context,
}, { project }) => {
  const customer = `Birch Camp ${project.name}`;
  await signInWithCookies(page, "manager");
  await page.goto("/invoices");
  await page.getByRole("link", { name: "New invoice" }).click();
  await page.getByLabel("Name", { exact: true }).fill(customer);
  await page.getByLabel("Line 1: description").fill("Firewood");
  await page.getByLabel("Quantity").first().fill("2.5");
  await page.getByLabel("Unit").first().fill("cords");
  await page.getByLabel("Price each").first().fill("twelve");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await expect(page.getByText("Type a price like 12.50.").first()).toBeVisible();
  await expect(page.getByLabel("Line 1: description")).toHaveValue("Firewood");
  await page.getByLabel("Price each").first().fill("180");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Draft invoice");
  await page.getByRole("button", { name: "Issue this invoice" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Invoice \d+$/);
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await page.getByRole("link", { name: "Send", exact: true }).click();
  await page.getByLabel("Email", { exact: true }).uncheck();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Choose email, text message or both.").first()).toBeVisible();
  const link = (await page.getByRole("link", { name: /\/i\/\d+\?sig=/ }).getAttribute("href")) ?? "";
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByRole("link", { name: "Mark paid" }).click();
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Mark paid" }).click();
  await expect(page.getByText("$350.00 to pay").first()).toBeVisible();
  await page.getByRole("link", { name: "Mark paid" }).click();
  await page.getByRole("button", { name: "Mark paid" }).click();
  await page.getByRole("link", { name: "Receipt", exact: true }).click();
  await expect(page.getByRole("link", { name: "Send Receipt" })).toBeVisible();
  await context.clearCookies();
  const { pathname, search } = new URL(link);
  await page.goto(`${pathname}${search}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^${title} from `));
  await expect(page.getByText(customer)).toBeVisible();
  await expect(page.getByRole("link", { name: "Receipt" })).toBeVisible();
  await expect(page.getByText("$450.00").first()).toBeVisible();
});

test("@asked an invoice and its statement link to each other; the list says so if no invoice has the chosen status", async ({
  page,
}) => {
  await signInWithCookies(page, "hauler");
  await page.goto("/invoices?status=open");
  await page.getByRole("link", { name: "1001" }).click();
  await expect(page.getByText("to pay").first()).toBeVisible();
  await page.getByRole("link", { name: "The statement" }).click();
  await expect(page.getByRole("link", { name: "Invoice 1001" })).toBeVisible();
  await page.goto("/invoices?status=open");
  await page.getByLabel("Status").selectOption("");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL((url) => url.pathname === "/invoices" && url.search === "");
  await page.goto("/invoices?status=void");
  await expect(page.getByText("No invoices found")).toBeVisible();
});

test("@asked a site without card payments doesn't offer them", async ({ page }) => {
  await signInWithCookies(page, "manager");
  await page.goto("/company/subscription");
  await expect(
    page.getByText("This site doesn't take cards, so your customers pay you as before."),
  ).toBeVisible();
  await page.getByRole("link", { name: "payment account" }).click();
  await expect(page.getByText("Customers pay as usual, and you mark their invoices paid.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up card payments" })).toHaveCount(0);
});
