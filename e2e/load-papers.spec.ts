import { expect, test } from "./support/test";

test("@asked a load gets the certificate that its destination requires; another can be chosen; an expired one is shown", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto("/trip-tickets/new?job_id=1");
  await expect(page.getByLabel("Certificate").locator("option").first()).toHaveText(
    "What the destination asks for",
  );
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  await expect(page.getByText("FSC FSC-C104455, FSC 100%").first()).toBeVisible();

  await page.goto(`${new URL(page.url()).pathname}/edit/certification`);
  for (const box of await page.getByRole("checkbox").all()) await box.setChecked(false);
  await page.getByRole("checkbox", { name: /ATFS 26-1180/ }).setChecked(true);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/The certificate SFI ATFS 26-1180, .+ expired on/)).toBeVisible();
});

test("@asked a hauler adds a trucker and claims a load for it; the office sees for which company the trucker hauls", async ({
  as,
}, info) => {
  const name = `Gravel Roads ${info.project.name} ${Date.now() % 1_000_000}`;
  const office = await as("manager");
  await office.goto("/trip-tickets/new?job_id=1");
  await office.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(office.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  const load = new URL(office.url()).pathname;

  const page = await as("hauler");
  await page.goto("/company/contacts");
  await page.getByLabel("Company name").fill(name);
  await page.getByRole("checkbox", { name: "Hauler" }).check();
  await page.getByRole("checkbox", { name: "It cuts, skids or hauls for us on our jobs" }).check();
  await page.getByLabel("First name").fill("Gail");
  await page.getByLabel("Last name").fill("Roads");
  await page.getByLabel("Phone").fill("989-555-0143");
  await page.getByRole("button", { name: "Add contact" }).click();
  await expect(page).toHaveURL(/\/company\/contacts\/\d+/);

  await page.goto(`${load}/claim`);
  await page.getByLabel("Hauler").selectOption(`${name} for Manistee River Hauling`);
  await page.getByRole("button", { name: "Claim" }).click();
  await expect(page).toHaveURL(new RegExp(`${load}$`));
  await expect(page.getByText(`${name} for Manistee River Hauling`).first()).toBeVisible();

  await office.goto(`${load}/print`);
  await expect(office.getByText(`${name} for Manistee River Hauling`).first()).toBeVisible();
});
