import type { Page } from "@playwright/test";
import { waitForDraftSaving } from "./support/kept-typed";
import { callApi, createLoadsInTransit } from "./support/loads";
import { openForOfflineUse } from "./support/no-signal";
import { expect, signIn, signInWithCookies, test } from "./support/test";

const COMMENTS = "/jobs/1/comments";

const comment = (page: Page) => page.getByLabel("Comment", { exact: true });
const notSent = (page: Page) => page.getByRole("heading", { name: /^Not sent yet \(\d+\)$/ });
const allSent = (page: Page) => page.getByText("Everything you typed on this device has been sent.");

async function typeComment(page: Page, text: string) {
  await waitForDraftSaving(page);
  await comment(page).fill(text);
  await page.getByRole("button", { name: "Add comment" }).click();
}

/** Create the outbox database with the given items, in the form in which an earlier build stored it. */
const databaseOf = (page: Page, version: number, items: object[]) =>
  page.evaluate(
    ({ version, items }) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open("timbertally", version);
        request.onerror = () => reject(request.error);
        request.onupgradeneeded = () => {
          const stores = request.result.objectStoreNames;
          if (!stores.contains("items")) request.result.createObjectStore("items", { keyPath: "id" });
          if (!stores.contains("facts")) request.result.createObjectStore("facts");
        };
        request.onsuccess = () => {
          const store = request.result.transaction("items", "readwrite").objectStore("items");
          const bytes = (text: string) => new TextEncoder().encode(text).buffer;
          for (const item of items) store.put({ ...item, body: bytes(Reflect.get(item, "body")) });
          store.transaction.oncomplete = () => {
            request.result.close();
            resolve();
          };
        };
      }),
    { version, items },
  );

const versionHere = (page: Page) =>
  page.evaluate(
    async () => (await indexedDB.databases()).find(({ name }) => name === "timbertally")?.version,
  );

// Without JavaScript nothing is stored on the device.
test.describe("@script data stored on a device is never lost or mixed up", () => {
  test.use({ allowed: [/net::ERR_|^50\d |status of 50\d/], serviceWorkers: "allow" });

  test("this build sends items of an earlier build, and an earlier page works with a newer build's storage", async ({
    page,
  }) => {
    // Open a page without scripts, so that this build has not opened the device's storage yet.
    await page.goto("/icon.svg");
    await signInWithCookies(page, "hauler");
    const html = await (await page.request.get("/outbox")).text();
    const [, user] = /data-user="(\d+)"/.exec(html) ?? [];
    const [, company] = /data-company="(\d+)"/.exec(html) ?? [];
    const old = (id: string, text: string, more = {}) => ({
      id,
      user,
      company,
      action: COMMENTS,
      page: COMMENTS,
      title: "",
      type: "application/x-www-form-urlencoded",
      body: String(new URLSearchParams({ submission_id: id, content: text })),
      fields: [
        ["submission_id", id],
        ["content", text],
      ],
      typed_at: Date.now() - 60_000,
      zone_minutes: 300,
      state: "waiting",
      tries: 3,
      said: "",
      href: "",
      sent_at: null,
      ...more,
    });
    await databaseOf(page, 1, [
      old("old-form-0001", "Kept by a build of before"),
      old("old-form-0002", "", { fields: [["submission_id", "old-form-0002"]] }),
    ]);
    await page.goto("/outbox");
    await expect(page.getByText(/^Sent, typed/)).toHaveCount(1);
    // Items that the server refuses are shown and remain stored.
    await expect(page.getByText("Needs you", { exact: true })).toHaveCount(1);
    expect(await versionHere(page)).toBe(2);
    await page.goto(COMMENTS);
    await expect(page.getByText("Kept by a build of before")).toHaveCount(1);
    await databaseOf(page, 7, []);
    await openForOfflineUse(page, COMMENTS);
    await page.context().setOffline(true);
    await typeComment(page, "Over a newer storage");
    await expect(notSent(page)).toHaveText("Not sent yet (2)");
    await page.context().setOffline(false);
    await expect(notSent(page)).toHaveText("Not sent yet (1)");
    expect(await versionHere(page)).toBe(7);
    await page.goto(COMMENTS);
    await expect(page.getByText("Over a newer storage")).toHaveCount(1);
  });

  test("a second form with the same id as a waiting form is stored in addition to it", async ({ page }) => {
    await signInWithCookies(page, "hauler");
    await openForOfflineUse(page, COMMENTS);
    await page.context().setOffline(true);
    const id = page.locator("form:has(textarea) input[name=submission_id]");
    await waitForDraftSaving(page);
    const spent = await id.inputValue();
    await typeComment(page, "First under this id");
    await expect(notSent(page)).toHaveText("Not sent yet (1)");
    await page.goto(COMMENTS);
    await id.evaluate((field: HTMLInputElement, value) => {
      field.value = value;
    }, spent);
    await typeComment(page, "Second under this id");
    await expect(notSent(page)).toHaveText("Not sent yet (2)");
    // An item corrected in the outbox keeps its position.
    await page
      .locator("article", { hasText: "Second under this id" })
      .getByRole("button", { name: "Edit" })
      .click();
    await expect(comment(page)).toHaveValue("Second under this id");
    await typeComment(page, "Second, put right");
    await expect(notSent(page)).toHaveText("Not sent yet (2)");
    await page.context().setOffline(false);
    await expect(allSent(page)).toBeVisible();
    await page.goto(COMMENTS);
    for (const [text, times] of [
      ["First under this id", 1],
      ["Second under this id", 0],
      ["Second, put right", 1],
    ] as const)
      await expect(page.getByText(text)).toHaveCount(times);
  });

  test("a page opened earlier by another user sends nothing in the name of the user now signed in", async ({
    page,
  }) => {
    await signInWithCookies(page, "hauler");
    await page.goto(COMMENTS);
    await waitForDraftSaving(page);
    const other = await page.context().newPage();
    await signInWithCookies(other, "manager");
    await other.goto("/");
    await comment(page).fill("Whose is this?");
    await page.getByRole("button", { name: "Add comment" }).click();
    await expect(page.getByText("Nothing was sent. Reload the page.")).toBeVisible();
    await expect(comment(page)).toHaveValue("Whose is this?");
    await other.goto(COMMENTS);
    await expect(other.getByText("Whose is this?")).toHaveCount(0);
  });

  test("a load's page and its printable ticket open without a signal", async ({ as }) => {
    const office = await as("manager");
    const [load] = await createLoadsInTransit(office.request, 1);
    const driver = await as("hauler");
    await openForOfflineUse(driver, `/trip-tickets/${load?.id}`);
    const paper = `/trip-tickets/${load?.id}/print`;
    await driver.goto(paper);
    await driver.goto("/trip-tickets");
    await driver.context().setOffline(true);
    await driver.goto(paper);
    await expect(driver.getByText(/^No signal\. This page was saved on this device/)).toBeVisible();
    await expect(driver.getByText(`#${load?.number}`).first()).toBeVisible();
    await driver.getByRole("link", { name: "Back" }).click();
    await expect(driver.getByRole("heading", { level: 1 })).toContainText(String(load?.number));
    await driver.emulateMedia({ media: "print" });
    await driver.goto(paper);
    await expect(driver.getByText(/^No signal\. This page was saved/)).toBeHidden();
  });

  test("a new build keeps the files that saved pages need, and deletes all other files of earlier builds", async ({
    page,
  }) => {
    await signInWithCookies(page, "hauler");
    await openForOfflineUse(page, COMMENTS);
    const files = await page.evaluate(async () => {
      const keep = async (name: string, file: string) =>
        (await caches.open(name)).put(file, new Response("/* of before */"));
      await keep("files-before", "/assets/before.css");
      await keep("files-long-before", "/assets/long-before.css");
      const html = '<link rel="stylesheet" href="/assets/before.css"><div data-user="1">';
      await (await caches.open("pages")).put("/trip-tickets/999999", new Response(html));
      const registration = await navigator.serviceWorker.ready;
      await registration.unregister();
      return caches.keys();
    });
    expect(files).toContain("files-long-before");
    await page.goto("/outbox");
    await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain("files-long-before");
    expect(await page.evaluate(() => caches.keys())).toContain("files-before");
  });

  test("if a device's clock is years off, the load gets the time when the form arrived, and the office is informed", async ({
    as,
  }) => {
    const office = await as("manager");
    const [load] = await createLoadsInTransit(office.request, 1);
    const driver = await as("hauler");
    await openForOfflineUse(driver, `/trip-tickets/${load?.id}`);
    await driver.context().setOffline(true);
    await waitForDraftSaving(driver);
    await driver.getByRole("button", { name: "Dropped off" }).click();
    await expect(notSent(driver)).toHaveText("Not sent yet (1)");
    await driver.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const request = indexedDB.open("timbertally");
          request.onsuccess = () => {
            const items = request.result.transaction("items", "readwrite").objectStore("items");
            const all = items.getAll();
            // The date to which a phone's clock is reset after its battery was empty.
            all.onsuccess = () => {
              for (const item of all.result) items.put({ ...item, typed_at: 86_400_000, order: 86_400_000 });
            };
            items.transaction.oncomplete = () => {
              request.result.close();
              resolve();
            };
          };
        }),
    );
    await driver.context().setOffline(false);
    await driver.goto("/outbox");
    await expect(allSent(driver)).toBeVisible();
    const { trip_ticket } = (await callApi(
      office.request,
      "GET",
      `/api/trip-tickets/${load?.id}`,
    )) as unknown as {
      trip_ticket: { dropped_off_at: string };
    };
    expect(Math.abs(Date.parse(trip_ticket.dropped_off_at) - Date.now())).toBeLessThan(30 * 60_000);
    await office.goto(`/trip-tickets/${load?.id}`);
    await expect(
      office.getByText(/The device's clock was set in between: it said .*197/).first(),
    ).toBeVisible();
  });

  test("signing out without a signal warns that the user is still signed in", async ({ page }) => {
    await signIn(page, "hauler");
    await openForOfflineUse(page, "/outbox");
    await page.context().setOffline(true);
    // Simulate a phone that wrongly reports that it has a signal.
    await page.evaluate(() => {
      const form = [...document.forms].find((form) => form.action.endsWith("/logout"));
      form?.submit();
    });
    await expect(page.getByText("You're still signed in.")).toBeVisible();
    await page.goto("/outbox");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
