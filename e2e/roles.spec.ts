import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

/** Return the titles of the boxes on a ticket's page that have an edit link. */
const editable = async (page: Page) =>
  (await page.locator(".boxes header a").allInnerTexts()).map((t) => t.replace(/^Edit\s*/, "").trim()).sort();

async function newTicket(page: Page): Promise<string> {
  await page.goto("/trip-tickets/new?job_id=1");
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  return new URL(page.url()).pathname;
}

test("@asked a logger creates a ticket, edits it while it is unclaimed, and records its load as in the yard", async ({
  as,
}) => {
  const logger = await as("logger");
  const address = await newTicket(logger);
  expect(await editable(logger)).toEqual([
    "Destination",
    "Logger/Cutter",
    "Skidder/Forwarder",
    "Ticket",
    "Trucker",
  ]);
  await logger.goto(`${address}/edit/ticket`);
  await expect(logger.getByLabel("Priority")).toHaveCount(0);
  await logger.getByLabel("Estimated volume").fill("47.5");
  await logger.getByRole("button", { name: "Save" }).click();
  await expect(logger.getByText("47.5 tons").first()).toBeVisible();
  await expect(logger.getByRole("link", { name: "Cancel ticket" })).toHaveCount(0);
  await logger.getByRole("button", { name: "Put in yard" }).click();
  await expect(logger.getByText("In Yard").first()).toBeVisible();
  const hauler = await as("hauler");
  await hauler.goto(`${address}/claim`);
  await hauler.getByRole("button", { name: "Claim" }).click();
  await logger.goto(address);
  expect(await editable(logger)).toEqual(["Logger/Cutter", "Skidder/Forwarder"]);
});

test("@asked a land owner can read every part of a ticket but change nothing", async ({ as }) => {
  const address = await newTicket(await as("manager"));
  const owner = await as("owner");
  await owner.goto(address);
  await expect(owner.getByRole("heading", { name: "History" })).toBeVisible();
  expect(await editable(owner)).toEqual([]);
  await expect(owner.locator("main form")).toHaveCount(0);
  expect((await owner.request.post(`${address}/claim`, { form: { version: "2" } })).status()).toBe(403);
  expect((await owner.request.post(`${address}/comments`, { form: { content: "x" } })).status()).toBe(403);
});

test("@asked a manager cancels, restores and deletes a ticket; a released load can be claimed again", async ({
  as,
}) => {
  const manager = await as("manager");
  const address = await newTicket(manager);
  await manager.goto(`${address}/cancellation`);
  await manager.getByRole("button", { name: /Cancel ticket \d+/ }).click();
  await expect(manager.getByText("Cancelled").first()).toBeVisible();
  expect(await editable(manager)).toEqual([]);
  await manager.getByRole("button", { name: "Make available" }).click();
  await expect(manager.getByText("Available").first()).toBeVisible();
  const hauler = await as("hauler");
  await hauler.goto(`${address}/claim`);
  await hauler.getByRole("button", { name: "Claim" }).click();
  await hauler.goto(`${address}/release`);
  await hauler.getByRole("button", { name: "Release" }).click();
  await manager.goto(`${address}/deletion`);
  await manager.getByRole("button", { name: /Delete ticket \d+/ }).click();
  await expect(manager).toHaveURL(/\/trip-tickets$/);
  expect((await manager.goto(address))?.status()).toBe(404);
});

test("@asked the second of two haulers who claim a load sees that it is already claimed", async ({ as }) => {
  const address = await newTicket(await as("manager"));
  const hauler = await as("hauler");
  const manager = await as("manager");
  await manager.goto(`${address}/claim`);
  await hauler.goto(`${address}/claim`);
  await hauler.getByRole("button", { name: "Claim" }).click();
  await manager.getByLabel("Hauler").selectOption({ label: "Northern Star Trucking" });
  await manager.getByRole("button", { name: "Claim" }).click();
  await expect(
    manager.getByText(/^Manistee River Hauling already claimed this load, .*\d:\d\d [AP]M\.$/).first(),
  ).toBeVisible();
});

// Count the pages of the PDF that Chromium prints. One project is enough, since JavaScript doesn't affect printing.
test("@script a printed ticket fits on one sheet, and several tickets print on one sheet each", async ({
  as,
}) => {
  const manager = await as("manager");
  const pages = async (address: string) => {
    await manager.goto(address);
    const pdf = (await manager.pdf({ preferCSSPageSize: true })).toString("latin1");
    return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length;
  };
  expect(await pages("/trip-tickets/1/print")).toBe(1);
  expect(await pages("/trip-tickets/1/print?paper=a4")).toBe(1);
  expect(await pages("/trip-tickets/1/print?paper=80mm")).toBe(1);
  expect(await pages("/trip-tickets/print?ids=1,2,3")).toBe(3);
});
