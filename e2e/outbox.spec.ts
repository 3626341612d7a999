import type { Page } from "@playwright/test";
import { waitForDraftSaving } from "./support/kept-typed";
import { callApi, createLoadsInTransit } from "./support/loads";
import { openForOfflineUse } from "./support/no-signal";
import { expect, signIn, signInWithCookies, test, waitForScripts } from "./support/test";

const versionOf = async (page: Page, id: number) => {
  const match = (await callApi(page.request, "GET", `/api/trip-tickets/${id}`)) as unknown as {
    trip_ticket: { version: number; scale_ticket_number: string | null };
  };
  return match.trip_ticket;
};

const open = (page: Page) => page.getByRole("heading", { name: /^Not sent yet \(\d+\)$/ });

// Without JavaScript nothing is stored on the device; the browser itself reports that there's no signal.
test.describe("@script the outbox of a device", () => {
  test.use({ allowed: [/net::ERR_|^503 |status of 503/], serviceWorkers: "allow" });

  test("forms submitted without a signal are stored, survive a reload, and are sent automatically, in order and once each", async ({
    as,
  }) => {
    const office = await as("manager");
    const [load] = await createLoadsInTransit(office.request, 1);
    const id = load?.id ?? 0;
    const driver = await as("hauler");
    await driver.setViewportSize({ width: 390, height: 844 });
    await openForOfflineUse(driver);
    await expect(driver.getByText("Everything you typed on this device has been sent.")).toBeVisible();
    await driver.goto(`/trip-tickets/${id}`);
    await driver.goto(`/trip-tickets/${id}/comments`);
    await driver.goto(`/trip-tickets/${id}/edit/details`);
    const before = await versionOf(office, id);

    await driver.context().setOffline(true);
    await waitForDraftSaving(driver);
    await driver.getByLabel("Scale ticket number").fill("OB-7001");
    await driver.getByRole("button", { name: "Save", exact: true }).click();
    await expect(driver.getByText("It's kept on this device and will be sent")).toBeVisible();
    await expect(open(driver)).toHaveText("Not sent yet (1)");
    await expect(driver.getByText("OB-7001")).toBeVisible();
    // The load's page and its form can be opened as saved on the device, with a note that they are saved copies.
    await driver.goto(`/trip-tickets/${id}/comments`);
    await expect(driver.getByText(/^No signal\. This page was saved on this device/)).toBeVisible();
    await expect(driver.getByRole("link", { name: "1 waiting to send" })).toBeVisible();
    await waitForDraftSaving(driver);
    await driver.getByLabel("Comment").fill("The landing is soft; come from the north.");
    await driver.getByRole("button", { name: "Add comment" }).click();
    await expect(open(driver)).toHaveText("Not sent yet (2)");
    // This entry is typed on the same saved page as the first entry, so it builds on that entry.
    await driver.goto(`/trip-tickets/${id}/edit/details`);
    await waitForDraftSaving(driver);
    await driver.getByLabel("Scale ticket number").fill("OB-7002");
    await driver.getByRole("button", { name: "Save", exact: true }).click();
    await expect(open(driver)).toHaveText("Not sent yet (3)");
    await driver.reload();
    await expect(open(driver)).toHaveText("Not sent yet (3)");
    const [download] = await Promise.all([
      driver.waitForEvent("download"),
      driver.getByRole("button", { name: "Download as a file" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("timbertally-not-sent.json");
    expect((await versionOf(office, id)).version).toBe(before.version);

    await driver.context().setOffline(false);
    await expect(driver.getByText("Everything you typed on this device has been sent.")).toBeVisible();
    await expect(driver.getByText(/^Sent, typed/)).toHaveCount(3);
    const after = await versionOf(office, id);
    expect(after.scale_ticket_number).toBe("OB-7002");
    expect(after.version).toBe(before.version + 2);
    await driver.goto(`/trip-tickets/${id}/comments`);
    await expect(driver.getByText("The landing is soft; come from the north.")).toHaveCount(1);
  });

  test("an edit of a ticket that somebody else changed waits for its author, and is discarded only after confirmation", async ({
    as,
  }) => {
    const office = await as("manager");
    const [load] = await createLoadsInTransit(office.request, 1);
    const id = load?.id ?? 0;
    const driver = await as("hauler");
    await openForOfflineUse(driver);
    await expect(driver.getByText("Everything you typed on this device has been sent.")).toBeVisible();
    await driver.goto(`/trip-tickets/${id}/edit/details`);
    await driver.context().setOffline(true);
    await waitForDraftSaving(driver);
    await driver.getByLabel("Scale ticket number").fill("OB-7003");
    await driver.getByRole("button", { name: "Save", exact: true }).click();
    await expect(open(driver)).toBeVisible();
    const { version } = await versionOf(office, id);
    await callApi(office.request, "PUT", `/api/trip-tickets/${id}`, {
      version: version + 1,
      scale_ticket_number: "OB-7004",
    });

    await driver.context().setOffline(false);
    await expect(driver.getByText("Changed by someone else", { exact: true })).toBeVisible();
    await expect(driver.getByText("OB-7003")).toBeVisible();
    expect((await versionOf(office, id)).scale_ticket_number).toBe("OB-7004");
    await driver.goto(`/trip-tickets/${id}`);
    await driver.getByRole("link", { name: "1 needs you" }).click();
    await driver.getByRole("button", { name: "Discard" }).click();
    await expect(driver.getByText("OB-7003")).toBeVisible();
    // The list is redrawn when another item is sent; redrawing doesn't repeat a confirmation that was already shown.
    await driver.evaluate(() => document.dispatchEvent(new Event("outbox")));
    await driver.getByRole("button", { name: "Discard for good" }).click();
    await expect(driver.getByText("OB-7003")).toHaveCount(0);
  });

  test("signing out warns of unsent items; another user can't see them, and they are sent only for their author", async ({
    as,
    page,
  }) => {
    const office = await as("manager");
    const [load] = await createLoadsInTransit(office.request, 1);
    const id = load?.id ?? 0;
    await signInWithCookies(page, "hauler");
    await openForOfflineUse(page);
    await expect(page.getByText("Everything you typed on this device has been sent.")).toBeVisible();
    await page.goto(`/trip-tickets/${id}`);
    await page.goto(`/trip-tickets/${id}/edit/details`);
    await page.context().setOffline(true);
    await waitForDraftSaving(page);
    await page.getByLabel("Scale ticket number").fill("OB-7005");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(open(page)).toBeVisible();
    // The session has ended elsewhere: there is a signal again, but nobody is signed in.
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.context().setOffline(false);
    await expect(page.getByText("Sign in, and it will be sent.")).toBeVisible();

    await page.context().addCookies(cookies);
    await page.context().setOffline(true);
    await page.goto("/outbox");
    await waitForScripts(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByText("It stays on this device, only you can see it")).toBeVisible();
    await page.context().clearCookies();
    await page.context().setOffline(false);
    await signIn(page, "rival");
    await page.goto("/outbox");
    await expect(page.getByText("Everything you typed on this device has been sent.")).toBeVisible();
    await page.context().setOffline(true);
    await page.goto(`/trip-tickets/${id}`);
    await expect(page.getByRole("heading", { name: "No signal" })).toBeVisible();
    await page.context().setOffline(false);
    expect((await versionOf(office, id)).scale_ticket_number).toBeNull();

    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await page.goto("/outbox");
    await expect(page.getByText("Everything you typed on this device has been sent.")).toBeVisible();
    expect((await versionOf(office, id)).scale_ticket_number).toBe("OB-7005");
  });
});
