import type { Page } from "@playwright/test";
import { waitForDraftSaving } from "./support/kept-typed";
import { openForOfflineUse } from "./support/no-signal";
import { expect, signInWithCookies, test } from "./support/test";

const COMMENTS = "/jobs/1/comments";

const notSent = (page: Page, many: number) =>
  page.getByRole("heading", { name: `Not sent yet (${many})`, exact: true });
const allSent = (page: Page) => page.getByText("Everything you typed on this device has been sent.");

async function comment(page: Page, text: string) {
  await waitForDraftSaving(page);
  await page.getByLabel("Comment", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Add comment" }).click();
}

// Without JavaScript, the device stores nothing.
test.describe("@script forms queued on a device", () => {
  test.use({ allowed: [/net::ERR_|^50\d |status of 50\d/], serviceWorkers: "allow" });

  test("a photo that fails to upload doesn't block forms typed after it", async ({ page }) => {
    await signInWithCookies(page, "hauler");
    await openForOfflineUse(page, COMMENTS);
    await page.goto("/jobs/1/photos");
    // Fail every photo upload from the page and its service worker; other requests pass.
    const noPictures = () => {
      const through = globalThis.fetch;
      Object.assign(globalThis, {
        fetch: (query: Request | string, how?: RequestInit) =>
          (how?.method ?? (query as Request).method) === "POST" &&
          String((query as Request).url ?? query).includes("/photos")
            ? Promise.reject(new TypeError("The line was cut."))
            : through(query, how),
      });
    };
    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate(noPictures);
    await page.addInitScript(noPictures);
    await page.reload();
    await waitForDraftSaving(page);
    await page.locator("input[type=file]").first().setInputFiles("public/icons/app-192.png");
    await page.getByLabel("Caption").first().fill("Stuck at the gate");
    await page.getByRole("button", { name: "Add photo" }).click();
    await expect(notSent(page, 1)).toBeVisible();

    await page.context().setOffline(true);
    await page.goto(COMMENTS);
    await comment(page, "Typed after the photo");
    await expect(notSent(page, 2)).toBeVisible();
    await page.context().setOffline(false);
    await expect(notSent(page, 1)).toBeVisible();
    await expect(page.locator("article", { hasText: "Stuck at the gate" })).toContainText("Waiting to send");
    await expect(page.locator("article", { hasText: "Typed after the photo" })).toContainText("Sent, typed");
    await page.goto(COMMENTS);
    await expect(page.getByText("Typed after the photo")).toHaveCount(1);
  });

  test("a form whose id was already used for different content can be sent as a new one", async ({
    page,
  }) => {
    await signInWithCookies(page, "hauler");
    await openForOfflineUse(page, COMMENTS);
    await page.context().setOffline(true);
    const id = await page.locator("form:has(textarea) input[name=submission_id]").inputValue();
    await comment(page, "Typed without a signal");
    await expect(notSent(page, 1)).toBeVisible();
    // The same form, open in another tab, was sent with different text.
    const other = await page.request.post(COMMENTS, {
      form: { submission_id: id, content: "Sent under that id" },
      headers: { Origin: new URL(page.url()).origin },
    });
    expect(other.ok()).toBe(true);
    await page.context().setOffline(false);
    const card = page.locator("article", { hasText: "Typed without a signal" });
    await expect(card).toContainText("Needs you");
    await card.getByRole("button", { name: "Send as a new one" }).click();
    await expect(allSent(page)).toBeVisible();
    await page.goto(COMMENTS);
    await expect(page.getByText("Typed without a signal")).toHaveCount(1);
    await expect(page.getByText("Sent under that id")).toHaveCount(1);
  });
});
