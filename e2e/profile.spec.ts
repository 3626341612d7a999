import sharp from "sharp";
import { expect, signIn, signInWithCookies, test } from "./support/test";

test("@asked a user changes their profile: name, volume unit, picture", async ({ page }, { project }) => {
  await signIn(page, "mill");
  await page.goto("/profile");
  await page.getByRole("link", { name: "Edit You" }).click();
  await page.getByLabel("Phone").fill("12");
  await page.getByLabel("Last name").fill(`Maki ${project.name}`);
  await page.getByLabel("Show volumes in").selectOption({ label: "Its own unit and cords" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Invalid phone number").first()).toBeVisible();
  await expect(page.getByLabel("Last name")).toHaveValue(`Maki ${project.name}`);
  await page.getByLabel("Phone").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Profile updated successfully")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`Maki ${project.name}`);
  await page.goto("/trip-tickets");
  await expect(page.getByText(/tons? \(≈ .* cords?\)/).first()).toBeVisible();

  await page.goto("/profile/avatar");
  const picture = sharp({ create: { width: 600, height: 800, channels: 3, background: "#a50" } }).jpeg();
  await page
    .getByLabel("Picture")
    .setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: await picture.toBuffer() });
  await page.getByRole("button", { name: "Save picture" }).click();
  const src = (await page.locator(".head img").getAttribute("src")) ?? "";
  expect((await sharp(await (await page.request.get(src)).body()).metadata()).height).toBe(240);
  await page.goto("/profile/avatar");
  await page.getByRole("button", { name: "Remove the picture" }).click();
  await expect(page.locator(".head img")).toHaveCount(0);

  await page.goto("/profile/edit");
  await page.getByLabel("Show volumes in").selectOption({ label: "Its own unit only" });
  await page.getByRole("button", { name: "Save" }).click();
  await page.goto("/trip-tickets");
  await expect(page.getByText(/≈/)).toHaveCount(0);
});

test("@asked a colleague's page shows contact data; another company's user isn't found", async ({ page }) => {
  await signInWithCookies(page, "manager");
  await page.goto("/users/1");
  await expect(page.getByRole("link", { name: "This is you. Edit your profile" })).toBeVisible();
  expect((await page.goto("/users/987654"))?.status()).toBe(404);
});
