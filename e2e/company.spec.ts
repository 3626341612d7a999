import sharp from "sharp";
import { expect, signInWithCookies, test } from "./support/test";

const picture = () =>
  sharp({ create: { width: 900, height: 500, channels: 3, background: "#0a5" } })
    .png()
    .toBuffer();

test("@asked an admin edits the company; an error is shown next to its field, and typed values stay", async ({
  page,
}, { project }) => {
  const bio = `Two trucks and a loader, ${project.name}`;
  await signInWithCookies(page, "hauler");
  await page.goto("/company");
  await page.getByRole("link", { name: "Edit Details" }).click();
  await page.getByLabel("EIN").fill("381234567");
  await page.getByLabel("Bio").fill(bio);
  await page.getByLabel("Hauler", { exact: true }).uncheck();
  for (const role of ["Logger/Cutter", "Skidder/Forwarder", "Land owner", "Land manager", "Mill"])
    await page.getByLabel(role, { exact: true }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("EIN must follow the format 12-3456789").first()).toBeVisible();
  await expect(page.getByText("At least one role must be selected").first()).toBeVisible();
  await expect(page.getByLabel("Bio")).toHaveValue(bio);
  await page.getByLabel("EIN").fill("38-1234567");
  await page.getByLabel("Hauler", { exact: true }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/company\?done=company-updated$/);
  await expect(page.getByText("Company updated successfully")).toBeVisible();
  await expect(page.getByText("38-1234567")).toBeVisible();
});

test("@script Save is disabled until something changes", async ({ page }) => {
  await signInWithCookies(page, "manager");
  await page.goto("/company/edit");
  const save = page.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await page.getByLabel("City").fill("Alpena");
  await expect(save).toBeEnabled();
});

// With a script, the button is disabled until something changes.
test("@asked without a script, saving an unchanged form shows that nothing changed", async ({ page }) => {
  await signInWithCookies(page, "manager");
  await page.goto("/company/edit");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("You didn't change anything, so there was nothing to save.")).toBeVisible();
});

test("@both a logo is scaled down, appears next to the name, and can be removed; a file that isn't a picture is refused", async ({
  page,
}) => {
  await signInWithCookies(page, "mill");
  await page.goto("/company");
  await page.getByRole("link", { name: "Add Logo" }).click();
  const send = async (name: string, mimeType: string, buffer: Buffer) => {
    await page.getByLabel("Picture").setInputFiles({ name, mimeType, buffer });
    await page.getByRole("button", { name: "Save logo" }).click();
  };
  await send("logo.svg", "image/png", Buffer.from("<svg onload='alert(1)'/>"));
  await expect(page.getByText("We couldn't read this photo").first()).toBeVisible();
  await send("logo.png", "image/png", await picture());
  await expect(page).toHaveURL(/done=company-updated/);
  const src = (await page.locator(".head img").getAttribute("src")) ?? "";
  const bytes = await page.request.get(src);
  expect([
    bytes.status(),
    bytes.headers()["content-type"],
    bytes.headers()["x-content-type-options"],
  ]).toEqual([200, "image/webp", "nosniff"]);
  expect((await sharp(await bytes.body()).metadata()).width).toBe(240);
  await page.goto("/company/logo");
  await page.getByRole("button", { name: "Remove the logo" }).click();
  await expect(page.locator(".head img")).toHaveCount(0);
  expect((await page.request.get(src)).status()).toBe(404);
});

test("@asked another company's page is public, and a user's own company opens its company page, also at old addresses", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto("/companies/1/?tab=people");
  await expect(page).toHaveURL(/\/company\/people$/);
  await page.goto("/companies/5");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/AuSable Paper & Lumber/);
  await expect(page.getByRole("heading", { name: "Certifications" })).toBeVisible();
  expect(await page.locator("main").innerText()).not.toMatch(/\(\d{3}\)|EIN/);
});

test("@asked a land owner can be recorded without a user account", async ({ page }, { project }) => {
  await signInWithCookies(page, "manager");
  await page.goto("/company/land-owners");
  const name = `Koski Estate ${project.name}`;
  await page.getByLabel("Land Owner Name").fill(name);
  await page.getByLabel("Contact First Name").fill("Ada");
  await page.getByLabel("Contact Last Name").fill("Koski");
  await page.getByLabel("Contact Phone Number").fill("12345");
  await page.getByRole("button", { name: "Add land owner" }).click();
  await expect(page.getByText("Invalid phone number").first()).toBeVisible();
  await expect(page.getByLabel("Land Owner Name")).toHaveValue(name);
  await page.getByLabel("Contact Phone Number").fill("906 555 0177");
  await page.getByRole("button", { name: "Add land owner" }).click();
  await expect(page.getByText("Land owner added successfully")).toBeVisible();
  const card = page.locator("li.card").filter({ hasText: name });
  await expect(card).toContainText("(906)555-0177");

  await card.getByRole("link", { name }).click();
  await expect(page.getByLabel("Contact Phone Number")).toHaveValue("(906)555-0177");
  await page.getByLabel("Contact Phone Number").fill("906 555 0178");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Land owner updated")).toBeVisible();
  await expect(card).toContainText("(906)555-0178");
  await card.getByRole("link", { name }).click();
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(page.getByText("Land owner deleted")).toBeVisible();
  await expect(card).toHaveCount(0);
});
