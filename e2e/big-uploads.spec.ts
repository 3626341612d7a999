import sharp from "sharp";
import { expect, signInWithCookies, test, waitForScripts } from "./support/test";

const MEGABYTE = 1024 * 1024;
const MESSAGE = "File size exceeds the limit. Please upload a file smaller than 25MB.";
const large = {
  name: "plan.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.alloc(30 * MEGABYTE, "%PDF-1.7"),
};

test("a file that is too large leads back to its form, with the size limit and the typed values @both", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto("/jobs/1/companies");
  await page
    .getByRole("link", { name: /contract/i })
    .first()
    .click();
  await page.getByLabel("Contract name").fill("Winter sale");
  await page.getByLabel(/PDF/).setInputFiles(large);
  await page.getByRole("button", { name: "Save contract" }).click();
  await expect(page.getByText(MESSAGE).first()).toBeVisible();
  await expect(page.getByLabel("Contract name")).toHaveValue("Winter sale");
});

test("a file over the limit isn't sent, and a photo is scaled down first @script", async ({ page }) => {
  await signInWithCookies(page, "manager");
  const sent: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.postDataBuffer()?.length ?? 0);
  });
  await page.goto("/jobs/1/photos");
  const field = page.getByLabel("Photo", { exact: true });
  await waitForScripts(page);
  await field.setInputFiles({
    name: "odd.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.alloc(11 * MEGABYTE, 7),
  });
  await expect(page.getByText("Please upload a file smaller than 10MB.")).toBeVisible();
  await page.getByRole("button", { name: "Add photo" }).click();
  await expect(page).toHaveURL(/\/jobs\/1\/photos$/);
  expect(sent).toEqual([]);
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const camera = sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#395", noise } });
  const buffer = await camera
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Model: "Cruiser" } })
    .toBuffer();
  expect(buffer.length).toBeGreaterThan(2 * MEGABYTE);
  await field.setInputFiles({ name: "landing.jpg", mimeType: "image/jpeg", buffer });
  const chosen = () => field.evaluate((input: HTMLInputElement) => input.files?.[0]?.size ?? 0);
  await expect.poll(chosen).toBeLessThan(buffer.length / 1.5);
  await expect(page.getByText("Please upload a file smaller than 10MB.")).toBeHidden();
  await page.getByRole("button", { name: "Add photo" }).click();
  await expect(page.locator("img[alt]").first()).toBeVisible();
});
