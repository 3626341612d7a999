import type { Page } from "@playwright/test";
import { ageNewestSession } from "./support/aged";
import { expect, PASSWORD, signIn, test, waitForScripts } from "./support/test";

/** Use a separate session, since this test makes its session older. */
async function signInLongAgo(page: Page) {
  await signIn(page, "rival");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await ageNewestSession();
}

test("@both a form that requires the password again is submitted once the same user enters it", async ({
  page,
}) => {
  await signInLongAgo(page);
  await page.goto("/company/people/new");
  await page.getByLabel("First name").fill("Reino");
  await page.getByLabel("Last name").fill("Salo");
  await page.getByLabel("Phone").fill("9065550142");
  await page.getByRole("button", { name: "Add Employee" }).click();
  await expect(page.getByText("Sign in again to change this")).toBeVisible();
  await expect(page.getByLabel("Email or phone")).toHaveValue("rival@demo.test");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Send it now" }).click();
  await page.goto("/company/people");
  await expect(page.getByText("Reino Salo").first()).toBeVisible();
});

test("@script changing a permission requires the password, and is saved once it is entered", async ({
  page,
}) => {
  await signInLongAgo(page);
  await page.goto("/company/permissions");
  await waitForScripts(page);
  if (!(await page.getByLabel("Trip tickets: delete").isVisible()))
    await page.getByText("Fine-tune", { exact: true }).click();
  const box = page.getByLabel("Trip tickets: delete");
  const save = page.getByRole("button", { name: /^Save permissions of/ });
  await expect(save).toBeHidden();
  const before = await box.isChecked();
  await box.click();
  await expect(page.getByText("Sign in again to change this")).toBeVisible();
  await expect(box).toBeChecked({ checked: !before });
  await save.click();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Send it now" }).click();
  await expect(page.getByText("Permissions updated successfully")).toBeVisible();
  await page.goto("/company/permissions");
  await expect(page.getByLabel("Trip tickets: delete")).toBeChecked({ checked: !before });
});
