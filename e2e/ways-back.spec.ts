import { expect, test } from "./support/test";

test("@asked a ticket links back to the list page that it was opened from, and to the previous and next tickets there", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto("/trip-tickets?status=3&sort=number&desc=0&page=1");
  const list = new URL(page.url());
  const links = page.locator("a.rowlink");
  const numbers = await links.allInnerTexts();
  expect(numbers).toHaveLength(15);
  const crumb = page
    .getByRole("navigation", { name: "Breadcrumbs" })
    .getByRole("link", { name: "Trip Tickets" });
  const title = page.getByRole("heading", { level: 1 });

  await links.nth(1).click();
  await page.getByRole("link", { name: `Next ticket, ${numbers[2]}` }).click();
  await expect(title).toContainText(`#${numbers[2]}`);
  await page.getByRole("link", { name: `Previous ticket, ${numbers[1]}` }).click();
  await expect(title).toContainText(`#${numbers[1]}`);

  // The breadcrumb also works from a page below the ticket.
  await page.goto(`${new URL(page.url()).pathname}/photos`);
  await crumb.click();
  await expect(links.first()).toHaveText(numbers[0] ?? "");
  for (const [name, value] of [
    ["page", "1"],
    ["sort", "number"],
    ["trip_ticket_status_ids", "3"],
  ] as const)
    expect(new URL(page.url()).searchParams.get(name), name).toBe(value);
  expect(new URL(page.url()).pathname).toBe(list.pathname);

  // After the last row, Next page continues the list.
  await links.last().click();
  await page.getByRole("link", { name: "Next page" }).click();
  expect(new URL(page.url()).searchParams.get("page")).toBe("2");

  await page.goto("/trip-tickets/columns");
  await page.getByRole("link", { name: "Back to the list" }).click();
  expect(new URL(page.url()).searchParams.get("page")).toBe("2");
});

test("@asked a ticket opened without a list has no previous or next link, and its breadcrumb links to the full list", async ({
  as,
}) => {
  const page = await as("mill");
  await page.goto("/trip-tickets/1");
  await expect(page.locator("main a[rel=next], main a[rel=prev]")).toHaveCount(0);
  await expect(page.locator(".crumbs a[href='/trip-tickets']")).toHaveCount(1);
});

test("@asked a job's breadcrumb links back to the job search", async ({ as }) => {
  const page = await as("manager");
  await page.goto("/jobs?name=tract&status=1");
  const address = page.url();
  await page.locator("main table tbody a").first().click();
  await expect(page).toHaveURL(/\/jobs\/\d+$/);
  await page.goto(`${page.url()}/rates`);
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Jobs" }).click();
  await expect(page).toHaveURL(address);
});
