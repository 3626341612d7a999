import type { Page } from "@playwright/test";
import sharp from "sharp";
import { readQrCode } from "./support/qr";
import { chooseOption, expect, test } from "./support/test";

const PULP = "Pulpwood, quaking aspen";
const pathOf = (page: Page) => new URL(page.url()).pathname;
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
/**
 * Return the day the given number of days ago, in this year, so that pages show it without a year, and never in the
 * future.
 */
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const picture = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: "#246" } })
    .png()
    .toBuffer();

test("@asked an office keys a paper ticket with a photo of the slip; the next form is filled with the repeated values", async ({
  as,
}, { project }) => {
  const office = await as("manager");
  const slip = `K-${project.name}-${Date.now()}`;
  await office.goto("/trip-tickets/keyed?job_id=1");
  await chooseOption(office, "Product", PULP);
  await chooseOption(office, "Hauler", "Manistee River Hauling");
  await office.getByLabel("Truck number").fill("17");
  await office.getByLabel("Dropped off").fill(`${day(20)}T13:05`);
  await office.getByLabel("Gross").fill("80,000");
  await office.getByLabel("Tare").fill("90,000");
  await office.getByLabel("Scale ticket number").fill(slip);
  await office.getByRole("button", { name: "Save and key the next" }).click();
  await expect(office.getByText("Tare is more than gross.").first()).toBeVisible();
  await expect(office.getByLabel("Scale ticket number")).toHaveValue(slip);

  await office.getByLabel("Tare").fill("30,000");
  await office
    .getByLabel("Photo of the slip")
    .setInputFiles({ name: "slip.png", mimeType: "image/png", buffer: await picture() });
  await office.getByRole("button", { name: "Save and key the next" }).click();
  await expect(office.getByText(/Trip ticket #\d+ is saved as delivered/)).toBeVisible();
  await expect(office.getByLabel("Truck number")).toHaveValue("17");
  await expect(office.getByLabel("Gross")).toHaveValue("");
  await office.getByRole("link", { name: "Open it" }).click();
  await expect(office.getByText("25 tons").first()).toBeVisible();
  await expect(office.getByText(slip).first()).toBeVisible();
  await expect(office.getByText("Photo added").first()).toBeVisible();
});

test("@asked a month of loads is pasted, completed with missing details, corrected, saved, and undone", async ({
  as,
}, { project }) => {
  const office = await as("manager");
  const mark = `${project.name}-${Date.now()}`;
  const row = (n: number, product: string, tare: string) =>
    [day(30 + n), "Grayling", product, "Manistee", "80,000", tare, `M${n}-${mark}`].join("\t");
  const rows = [
    "Date\tDestination\tProduct\tHauler\tGross\tTare\tScale ticket",
    row(1, PULP, "30,000"),
    row(2, "Zwiebel wood", "30,000"),
    row(3, PULP, "90,000"),
  ].join("\n");
  await office.goto("/trip-tickets/imports?job_id=1");
  await office.getByLabel("Rows, pasted").fill(rows);
  await office.getByRole("button", { name: "Read the rows" }).click();
  await expect(office).toHaveURL(/\/imports\/\d+/);
  const instant = pathOf(office).replace(/\/columns$/, "");
  await office.goto(`${instant}/columns`);
  await office.getByLabel("Dates are written").selectOption("mdy");
  await office.getByRole("button", { name: "Check the rows" }).click();
  await expect(office.getByText(/Which product is "Zwiebel wood"\?/).first()).toBeVisible();
  await expect(office.getByText("Tare is more than gross.").first()).toBeVisible();
  await chooseOption(office, 'Product "Zwiebel wood"', PULP);
  await office.getByRole("button", { name: "Use these" }).click();
  await expect(office.getByText(/2 rows can be saved/)).toBeVisible();

  await office.goto(`${instant}/rows/3`);
  await office.getByLabel("Tare").fill("31,000");
  await office.getByRole("button", { name: "Save" }).click();
  await expect(office.getByText(/3 rows can be saved/)).toBeVisible();
  await office.getByRole("button", { name: "Save 3 loads" }).click();
  await expect(office.getByText("3 loads came in as delivered")).toBeVisible({ timeout: 60_000 });
  await office.getByRole("link", { name: "See these loads" }).click();
  await expect(office.locator(".loads tbody tr")).toHaveCount(3);

  await office.goto(instant);
  await office.getByRole("link", { name: "Take them back" }).click();
  await office.getByRole("button", { name: /^Take/ }).click();
  await expect(office.getByText("3 loads came in as delivered")).toHaveCount(0, { timeout: 60_000 });
  const rival = await as("rival");
  expect((await rival.goto(instant))?.status()).toBe(404);
});

test("@asked a driver creates a ticket from a blank sheet with the written values; the cutter adds the loader later", async ({
  as,
}) => {
  const office = await as("manager");
  await office.goto("/jobs/1/sheets");
  await office.getByLabel("Number of sheets").fill("2");
  await office.getByRole("button", { name: "Create a book" }).click();
  await office.getByRole("link", { name: "Print 2 sheets" }).click();
  const code = await readQrCode(office);

  const driver = await as("hauler");
  await driver.goto(code);
  await expect(driver.getByText("Copy what is written on it below.")).toBeVisible();
  await expect(driver.getByRole("link", { name: "Key it from its paper" })).toHaveAttribute(
    "href",
    /keyed\?job_id=1&sheet=\d+/,
  );
  await driver.getByLabel("Loader's name").fill("Pat Loader");
  await driver.getByLabel("Loader make and model").fill("Prentice 2124");
  await driver.getByLabel("Truck plate").fill("AB 1234");
  await driver.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(heading(driver)).toContainText("Trip Ticket #");
  await expect(driver.getByText("Prentice 2124").first()).toBeVisible();
  await expect(driver.getByText("AB 1234").first()).toBeVisible();

  const ticket = pathOf(driver);
  await driver.goto(`${ticket}/edit/skidder`);
  await driver.getByLabel("Loader's name").fill("Pat R. Loader");
  await driver.getByRole("button", { name: "Save" }).click();
  await expect(driver.getByText("Pat R. Loader").first()).toBeVisible();
});

test("@asked a warden can check whether a printed ticket is genuine, current and unaltered", async ({
  as,
  page,
}) => {
  const office = await as("manager");
  await office.goto("/trip-tickets/keyed?job_id=1");
  await chooseOption(office, "Product", PULP);
  await chooseOption(office, "Hauler", "Manistee River Hauling");
  await office.getByLabel("Dropped off").fill(`${day(25)}T13:05`);
  await office.getByLabel("Gross").fill("80,000");
  await office.getByLabel("Tare").fill("30,000");
  await office.getByRole("button", { name: "Save and key the next" }).click();
  await office.getByRole("link", { name: "Open it" }).click();
  const ticket = pathOf(office);
  const number = (await heading(office).innerText()).replace(/\D/g, "");
  await office.goto(`${ticket}/print`);
  const code = await readQrCode(office);

  // A warden needs no account to open the code.
  await page.goto(code);
  await expect(page).toHaveURL(/\/verify\/trip-tickets\//);
  await expect(page.getByText("The sheet is genuine.", { exact: false }).first()).toBeVisible();
  await expect(page.getByText(`#${number}`).first()).toBeVisible();
  await expect(page.getByText("50,000 lb").first()).toBeVisible();
  await expect(page.getByText("nothing has changed since", { exact: false })).toBeVisible();

  // If any letter of the code is changed, the ticket isn't shown as genuine.
  const url = new URL(code);
  const query = [...url.searchParams].map(([name, value]) => [
    name,
    name === "sig" ? value.replace(/.$/, (last) => (last === "A" ? "B" : "A")) : value,
  ]);
  await page.goto(`${url.pathname}?${new URLSearchParams(query)}`);
  await expect(page).toHaveURL(/\/verify\//);
  await expect(page.getByText(/not genuine/i).first()).toBeVisible();

  // After a load is weighed again, its earlier printed ticket is genuine but no longer current.
  await office.goto(`${ticket}/edit/details`);
  await office.getByLabel("Tare").fill("31,000");
  await office.getByLabel("Scaled volume").fill("24.5");
  await office.getByRole("button", { name: "Save" }).click();
  if (await office.getByRole("button", { name: "Save anyway" }).count())
    await office.getByRole("button", { name: "Save anyway" }).click();
  await expect(office.getByText("49,000 lb").first()).toBeVisible();
  await page.goto(code);
  await expect(page.getByText("Changed since this sheet was printed")).toBeVisible();
  await expect(page.getByText("49,000 lb").first()).toBeVisible();
});

test("@asked a company's own name for a product is shown on every load until the name is removed", async ({
  as,
}) => {
  const office = await as("manager");
  const name = "Hemlock ties";
  await office.goto("/company/products");
  await office.getByRole("link", { name: "Name a product" }).click();
  await office.getByLabel("Your name for it").fill(name);
  await office.getByText("A product that isn't listed").click();
  await chooseOption(office, "Type", "Tie logs");
  await chooseOption(office, "Species or group", "western hemlock");
  await office.getByRole("button", { name: "Save" }).click();
  await expect(office.getByText("Saved").first()).toBeVisible();
  await office.goto("/jobs/1/products/new");
  await chooseOption(office, "Product", `${name} (Tie logs, western hemlock)`);
  const hauler = await as("hauler");
  await hauler.goto("/company/products");
  await expect(hauler.getByText("You call every product by its standard name")).toBeVisible();
  await office.goto("/company/products");
  await office.getByRole("link", { name: `Delete ${name}` }).click();
  await office.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(office.getByText("Deleted").first()).toBeVisible();
  await expect(office.getByText(name)).toHaveCount(0);
});
