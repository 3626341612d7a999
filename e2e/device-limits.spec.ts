import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { waitForDraftSaving } from "./support/kept-typed";
import { openForOfflineUse } from "./support/no-signal";
import { expect, signInWithCookies, test } from "./support/test";

const FEED = [480, 480] as const;

/** Convert camera pictures into one file that Chromium plays as its camera. */
async function feedOf(printed: Buffer): Promise<Buffer> {
  const code = await sharp(printed).resize(380, 380, { fit: "inside" }).png().toBuffer();
  const frame = await sharp({
    create: { width: FEED[0], height: FEED[1], channels: 3, background: "#c9c4b8" },
  })
    .composite([{ input: code, gravity: "center" }])
    .jpeg({ quality: 90 })
    .toBuffer();
  return Buffer.concat(Array.from({ length: 10 }, () => frame));
}

// Without JavaScript nothing is stored on the device, and no camera is used.
test.describe("@script works within the limits of a device", () => {
  test.use({ allowed: [/net::ERR_|^50[37] |status of 50[37]|QuotaExceeded/], serviceWorkers: "allow" });

  test("with full storage, a form is sent as usual if there is a signal, and otherwise stays on the page", async ({
    page,
  }) => {
    await signInWithCookies(page, "hauler");
    await openForOfflineUse(page, "/jobs/1/comments");
    // Simulate the error that a service worker gets when storage is full.
    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("There is no room.", "QuotaExceededError");
      };
    });
    await waitForDraftSaving(page);
    await page.getByLabel("Comment", { exact: true }).fill("Full device, with a signal");
    await page.getByRole("button", { name: "Add comment" }).click();
    await expect(page.getByText("Full device, with a signal")).toBeVisible();

    await page.getByLabel("Comment", { exact: true }).fill("Full device, without a signal");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Add comment" }).click();
    await expect(page.getByRole("heading", { name: "Not sent, and no room to keep it" })).toBeVisible();
    await expect(page.getByText("Full device, without a signal")).toBeVisible();
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByText("Full device, without a signal")).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page).toHaveURL(/\/jobs\/1/);
    await page.goto("/jobs/1/comments");
    await expect(page.getByText("Full device, without a signal")).toHaveCount(1);
    await expect(page.getByText("Full device, with a signal")).toHaveCount(1);
  });

  test("with full storage, saved pages are deleted to make room for typed values, except the pages that work starts from", async ({
    page,
  }) => {
    await signInWithCookies(page, "hauler");
    await openForOfflineUse(page, "/jobs/1");
    await page.goto("/jobs/1/comments");
    const isKept = (path: string) =>
      page.evaluate(async (instant) => Boolean(await caches.match(instant)), path);
    for (const path of ["/jobs/1/comments", "/", "/outbox", "/outbox/load"])
      await expect.poll(() => isKept(path), path).toBe(true);
    // Simulate the error that a browser gives until enough storage is freed; the browser's figure for free space may be
    // half a minute old.
    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate(async () => {
      const [put, full] = [IDBObjectStore.prototype.put, await caches.open("pages")];
      const most = (await full.keys()).length;
      let left = most;
      const letGo = Cache.prototype.delete;
      Cache.prototype.delete = function (...query) {
        left--;
        return letGo.apply(this, query);
      };
      IDBObjectStore.prototype.put = function (...input) {
        if (left > most - 2) throw new DOMException("There is no room.", "QuotaExceededError");
        return put.apply(this, input);
      };
    });
    await page.context().setOffline(true);
    await waitForDraftSaving(page);
    await page.getByLabel("Comment", { exact: true }).fill("In the place of a page");
    await page.getByRole("button", { name: "Add comment" }).click();
    await expect(page.getByRole("heading", { name: "Not sent yet (1)" })).toBeVisible();
    await expect(page.getByText("In the place of a page")).toBeVisible();
    for (const path of ["/jobs/1", "/jobs/1/comments"]) expect(await isKept(path)).toBe(false);
    for (const path of ["/", "/outbox", "/outbox/load"]) expect(await isKept(path)).toBe(true);
    await page.context().setOffline(false);
    await expect(page.getByText("Everything you typed on this device has been sent.")).toBeVisible();
  });

  test("if the device's storage doesn't respond, a form is sent as usual, or stays on the page without a signal", async ({
    page,
  }) => {
    await signInWithCookies(page, "hauler");
    await openForOfflineUse(page, "/jobs/1/comments");
    const [worker] = page.context().serviceWorkers();
    // Simulate WebKit, which sometimes never responds to the request to open a database.
    await worker?.evaluate(() => {
      const asked = () => new EventTarget() as IDBOpenDBRequest;
      IDBFactory.prototype.open = asked;
    });
    await waitForDraftSaving(page);
    await page.getByLabel("Comment", { exact: true }).fill("Storage hangs");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Add comment" }).click();
    await expect(page.getByRole("heading", { name: "Not sent, and not kept" })).toBeVisible();
    await expect(page.getByText("Storage hangs")).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page).toHaveURL(/\/jobs\/1/);
    await page.goto("/jobs/1/comments");
    await expect(page.getByText("Storage hangs")).toHaveCount(1);
  });

  test("scanning a sheet's code with the camera opens the sheet", async ({ baseURL }) => {
    const folder = mkdtempSync(join(tmpdir(), "timbertally-camera-"));
    const { launchOptions } = test.info().project.use;
    const feed = join(folder, "camera.mjpeg");
    writeFileSync(feed, "");
    const browser = await chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions?.args ?? []),
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        `--use-file-for-fake-video-capture=${feed}`,
      ],
    });
    try {
      const context = await browser.newContext({ baseURL, permissions: ["camera"] });
      const page = await context.newPage();
      await signInWithCookies(page, "hauler");
      await page.goto("/jobs/1/sheets");
      await page.getByLabel("Number of sheets").fill("1");
      await page.getByRole("button", { name: "Create a book" }).click();
      const number = /\d{4,}/.exec(await page.locator("tbody tr").first().innerText())?.[0] ?? "";
      // Show the printed code to the camera.
      await page.getByRole("link", { name: /^Print/ }).click();
      writeFileSync(feed, await feedOf(await page.locator("figure.qr").first().screenshot()));
      await page.goto("/sheets/scan");
      await page.getByRole("button", { name: "Scan with the camera" }).click();
      await expect(page).toHaveURL(/\/trip-tickets\/new\?job_id=1&sheet=\d+&sig=/);
      await expect(
        page
          .getByText(number)
          .or(page.locator(`input[value="${number}"]`))
          .first(),
      ).toBeAttached();
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
