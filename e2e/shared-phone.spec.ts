import type { Page } from "@playwright/test";
import { waitForDraftSaving } from "./support/kept-typed";
import { createLoadsInTransit } from "./support/loads";
import { openForOfflineUse } from "./support/no-signal";
import { expect, signIn, signInWithCookies, test } from "./support/test";

const isKept = (page: Page, path: string) =>
  page.evaluate(async (address) => Boolean(await (await caches.open("pages")).match(address)), path);

/** Hold the service worker's responses from one address until `release` is called, as with a slow connection. */
async function holdAnswer(page: Page, path: string) {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate((address) => {
    const ask = fetch;
    const waiting = new Promise<void>((resolve) => Object.assign(globalThis, { release: resolve }));
    globalThis.fetch = async (...request: Parameters<typeof fetch>) => {
      const answer = await ask(...request);
      const [asked] = request;
      if (new URL(asked instanceof Request ? asked.url : asked, location.href).pathname === address)
        await waiting;
      return answer;
    };
  }, path);
  return () => worker?.evaluate(() => Reflect.get(globalThis, "release")());
}

const signOut = async (page: Page) => {
  await page.goto("/more");
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL("**/login*");
};

// Without JavaScript nothing is stored on the device.
test.describe("@script a phone without a signal", () => {
  test.use({ allowed: [/net::ERR_|^503 |status of 503/], serviceWorkers: "allow" });

  test("a user's first page, and a form typed on it, are saved on the device as soon as the page is shown", async ({
    as,
  }) => {
    const driver = await as("hauler");
    await driver.goto("/jobs/1/comments");
    await waitForDraftSaving(driver);
    await expect.poll(() => isKept(driver, "/jobs/1/comments")).toBe(true);
    await driver.context().setOffline(true);
    await driver.getByLabel("Comment", { exact: true }).fill("Typed on the first page of the day");
    await driver.getByRole("button", { name: "Add comment" }).click();
    await expect(driver.getByText("What you typed is kept on this device")).toBeVisible();
    await driver.goto("/jobs/1/comments");
    await expect(driver.getByText(/^No signal\. This page was saved on this device/)).toBeVisible();
    await driver.context().setOffline(false);
    await driver.goto("/outbox");
    await expect(driver.getByText("Everything you typed on this device has been sent.")).toBeVisible();
    await driver.goto("/jobs/1/comments");
    await expect(driver.getByText("Typed on the first page of the day")).toHaveCount(1);
  });

  test("the Jobs and More pages are available without a signal", async ({ as }) => {
    const driver = await as("hauler");
    await openForOfflineUse(driver);
    for (const path of ["/jobs", "/more"]) await expect.poll(() => isKept(driver, path), path).toBe(true);
    await driver.context().setOffline(true);
    for (const [path, heading] of [
      ["/jobs", "Jobs"],
      ["/more", "More"],
    ] as const) {
      await driver.goto(path);
      await expect(driver.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expect(driver.getByText(/^No signal\. This page was saved/)).toBeVisible();
    }
  });

  test("a page still loading at sign-out is neither saved nor shown to the next user", async ({ page }) => {
    await signIn(page, "hauler");
    await openForOfflineUse(page);
    const release = await holdAnswer(page, "/jobs/1");
    const slow = await page.context().newPage();
    const coming = slow.goto("/jobs/1").catch(() => null);
    await signOut(page);
    await release();
    await coming;
    await page.goto("/login");
    expect(await isKept(page, "/jobs/1")).toBe(false);
    await page.context().setOffline(true);
    await page.goto("/jobs/1");
    await expect(page.getByRole("heading", { name: "No signal" })).toBeVisible();
  });

  test("pages being fetched in advance at sign-out are not saved", async ({ page }) => {
    await signIn(page, "hauler");
    await openForOfflineUse(page);
    const release = await holdAnswer(page, "/outbox/load");
    await page.evaluate(() => caches.delete("pages"));
    // Wait until loading that the previous page started has ended.
    await expect
      .poll(async () => {
        await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.postMessage("bring"));
        return isKept(page, "/outbox");
      })
      .toBe(true);
    await signOut(page);
    await release();
    await page.goto("/login");
    expect(await page.evaluate(async () => (await (await caches.open("pages")).keys()).length)).toBe(0);
  });

  test("a page saved by an older service worker is not shown to the next user", async ({ page }) => {
    await signIn(page, "hauler");
    await openForOfflineUse(page, "/jobs/1");
    await expect.poll(() => isKept(page, "/jobs/1")).toBe(true);
    const html = await page.evaluate(async () => (await (await caches.match("/jobs/1"))?.text()) ?? "");
    await signOut(page);
    await signIn(page, "hauler");
    await page.evaluate(async (body) => {
      const headers = { "Content-Type": "text/html", "X-Kept-Epoch": "0" };
      await (await caches.open("pages")).put("/jobs/1/map-of-before", new Response(body, { headers }));
    }, html);
    await page.context().setOffline(true);
    await page.goto("/jobs/1/map-of-before");
    await expect(page.getByRole("heading", { name: "No signal" })).toBeVisible();
  });

  test("a load's page updates when the signal is back, and a button that was outdated by then works without an error", async ({
    as,
  }) => {
    const office = await as("manager");
    const [load] = await createLoadsInTransit(office.request, 1);
    const path = `/trip-tickets/${load?.id}`;
    const driver = await as("hauler");
    await openForOfflineUse(driver, path);
    const old = await driver.context().newPage();
    await old.goto(path);
    await waitForDraftSaving(old);
    await driver.context().setOffline(true);
    await waitForDraftSaving(driver);
    await driver.getByRole("button", { name: "Dropped off", exact: true }).click();
    await expect(driver.getByRole("heading", { name: "Not sent yet (1)" })).toBeVisible();
    await driver.goto(path);
    await expect(driver.getByText(/^No signal\. This page was saved/)).toBeVisible();
    await driver.context().setOffline(false);
    await expect(driver.getByText(/^No signal/)).toHaveCount(0);
    await expect(driver.getByRole("button", { name: "Dropped off", exact: true })).toHaveCount(0);
    await old.getByRole("button", { name: "Dropped off", exact: true }).click();
    await expect(old.getByText(/already/)).toHaveCount(0);
    await expect(old).toHaveURL(new RegExp(`${path}(\\?|$)`));
  });
});

test.describe("@script without a service worker", () => {
  test.use({ allowed: [/net::ERR_/] });

  test("a comment sent without a signal is saved, and the page offers to put it back", async ({ page }) => {
    await signInWithCookies(page, "hauler");
    await page.goto("/jobs/1/comments");
    await waitForDraftSaving(page);
    await page.context().setOffline(true);
    const comment = page.getByLabel("Comment", { exact: true });
    await comment.fill("Typed without a worker");
    await page.getByRole("button", { name: "Add comment" }).click();
    await expect(page.getByText("No signal. Kept on this device. Press again")).toBeVisible();
    await page.context().setOffline(false);
    await page.goto("/trip-tickets");
    await page.goto("/jobs/1/comments");
    await page.getByRole("button", { name: "Put it back" }).click();
    await expect(comment).toHaveValue("Typed without a worker");
  });
});
