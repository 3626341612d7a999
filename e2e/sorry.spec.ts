import { createClient } from "@libsql/client";
import { expect, test } from "./support/test";

test.use({ allowed: [/status of 500|^500 /] });

test("@asked an unexpected error shows its message at the form and keeps the typed values", async ({ page }, {
  project,
}) => {
  const url = process.env.E2E_DATABASE_URL ?? "";
  const name = `Unlucky ${project.name} ${Date.now()}`;
  const trigger = `unlucky_${project.name.replace(/\W/g, "_")}`;
  const database = createClient({ url, timeout: 10_000 });
  await page.goto("/signup");
  await page.getByLabel("First name").fill("Ilmari");
  await page.getByLabel("Last name").fill("Koski");
  await page.getByLabel("Email").fill(`unlucky-${project.name}-${Date.now()}@example.test`);
  await page.getByLabel("Password").fill("norway pine and tamarack");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Set up a company" }).click();
  await page.getByLabel("Hauler").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Company Name").fill(name);
  await page.getByLabel("Contact Phone Number").fill("(906)555-0177");
  await database.execute(
    `CREATE TRIGGER ${trigger} BEFORE INSERT ON company WHEN new.name = '${name}' BEGIN SELECT RAISE(ABORT, 'no luck'); END`,
  );
  try {
    await page.getByRole("button", { name: "Create Company" }).click();
    await expect(
      page.getByText(
        "Sorry, an error occurred while creating the company. Please try again and if the issue persists, contact support.",
      ),
    ).toBeVisible();
    await expect(page.getByLabel("Contact Phone Number")).toHaveAccessibleDescription(
      /Failed to create company\. Please try again\./,
    );
    await expect(page.getByLabel("Company Name")).toHaveValue(name);
  } finally {
    await database.execute(`DROP TRIGGER ${trigger}`);
    database.close();
  }
  await page.getByRole("button", { name: "Create Company" }).click();
  await expect(page).toHaveURL(/\/onboarding\/invite-team$/);
});

test("@asked a land owner that can't be saved shows the fixed error message", async ({ as }, { project }) => {
  const url = process.env.E2E_DATABASE_URL ?? "";
  const name = `Unlucky estate ${project.name}`;
  const trigger = `unlucky_estate_${project.name.replace(/\W/g, "_")}`;
  const database = createClient({ url, timeout: 10_000 });
  await database.execute(
    `CREATE TRIGGER ${trigger} BEFORE INSERT ON company WHEN new.name = '${name}' BEGIN SELECT RAISE(ABORT, 'no luck'); END`,
  );
  try {
    const page = await as("manager");
    for (const [address, button] of [
      ["/company/land-owners", "Add land owner"],
      ["/jobs/create/land-owner", "Add and choose"],
    ] as const) {
      await page.goto(address);
      await page.getByLabel("Land Owner Name").fill(name);
      await page.getByLabel("Contact First Name").fill("Ada");
      await page.getByLabel("Contact Last Name").fill("Koski");
      await page.getByLabel("Contact Phone Number").fill("(906)555-0177");
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByText("Something went wrong. Please try again.").first()).toBeVisible();
      await expect(page.getByLabel("Land Owner Name")).toHaveValue(name);
    }
  } finally {
    await database.execute(`DROP TRIGGER ${trigger}`);
    database.close();
  }
});
