import sharp from "sharp";
import { expect, signInWithCookies, test } from "./support/test";

test("comments and photos can be added to a ticket, seen, and removed by their author", async ({ page }) => {
  await signInWithCookies(page, "manager");
  await page.goto("/trip-tickets/new?job_id=1");
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  const address = new URL(page.url()).pathname;

  await page.getByLabel("Comment").fill("North gate, mind the soft shoulder");
  await page.getByRole("button", { name: "Add comment" }).click();
  await expect(page.locator("#comments")).toContainText("North gate, mind the soft shoulder");
  await page.getByRole("link", { name: "Edit or remove" }).click();
  await page.getByLabel("Comment").fill("South gate");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#comments")).toContainText("South gate");
  await expect(page.locator("#comments")).toContainText("edited");
  await page.getByRole("link", { name: "Edit or remove" }).click();
  await page.getByRole("button", { name: "Remove this comment" }).click();
  await expect(page.locator("#comments")).toContainText("No comments yet");

  await page.getByRole("link", { name: "Add photo" }).click();
  await page
    .getByLabel("Photo")
    .setInputFiles({ name: "note.jpg", mimeType: "image/jpeg", buffer: Buffer.from("not a picture") });
  await page.getByRole("button", { name: "Add photo" }).click();
  await expect(page.getByText("We couldn't read this photo").first()).toBeVisible();
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#395" } })
    .png()
    .toBuffer();
  await page.getByLabel("Photo").setInputFiles({ name: "load.png", mimeType: "image/png", buffer });
  await page.getByLabel("Caption").fill("Top-loaded");
  await page.getByRole("button", { name: "Add photo" }).click();
  await expect(page).toHaveURL(new RegExp(`${address}(#photos)?$`));
  const image = page.locator("#photos img");
  await image.scrollIntoViewIfNeeded();
  await expect(image).toHaveAttribute("alt", "Top-loaded");
  const bytes = await page.request.get((await image.getAttribute("src")) ?? "");
  expect([
    bytes.status(),
    bytes.headers()["content-type"],
    bytes.headers()["x-content-type-options"],
    bytes.headers().vary,
  ]).toEqual([200, "image/webp", "nosniff", "Authorization, Cookie, X-Client-Key"]);
  await page.locator("#photos a").first().click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Top-loaded");
  await page.getByText("Remove this photo").click();
  await page.getByRole("button", { name: "Remove photo" }).click();
  await expect(page.locator("#photos")).toContainText("No photos yet");
});
