import type { Page } from "@playwright/test";
import { looksAfterTyping } from "./support/kept-typed";
import { callApi, loadsOnTheRoad } from "./support/loads";
import { readyForNoSignal } from "./support/no-signal";
import { enter, expect, signIn, test, wired } from "./support/test";

const versionOf = async (page: Page, id: number) => {
  const match = (await callApi(page.request, "GET", `/api/trip-tickets/${id}`)) as unknown as {
    trip_ticket: { version: number; scale_ticket_number: string | null };
  };
  return match.trip_ticket;
};

const open = (page: Page) => page.getByRole("heading", { name: /^Not sent yet \(\d+\)$/ });

// Without JavaScript nothing is stored on the device; the browser itself reports that there's no signal.
test.describe("@script the outbox of this device", () => {
  test.use({ allowed: [/net::ERR_|^503 |status of 503/], serviceWorkers: "allow" });

  test("what is sent without a signal waits on the device, over a reload, and goes out by itself, once and in order", async ({
    as,
  }) => {
    const office = await as("manager");
    const [load] = await loadsOnTheRoad(office.request, 1);
    const id = load?.id ?? 0;
    const driver = await as("hauler");
    await driver.setViewportSize({ width: 390, height: 844 });
    await readyForNoSignal(driver);
    await expect(driver.getByText("Everything you typed on this device has been sent.")).toBeVisible();
    await driver.goto(`/trip-tickets/${id}`);
    await driver.goto(`/trip-tickets/${id}/comments`);
    await driver.goto(`/trip-tickets/${id}/edit/details`);
    const before = await versionOf(office, id);

    await driver.context().setOffline(true);
    await looksAfterTyping(driver);
    await driver.getByLabel("Scale ticket number").fill("OB-7001");
    await driver.getByRole("button", { name: "Save", exact: true }).click();
    await expect(driver.getByText("It's kept on this device and will be sent")).toBeVisible();
    await expect(open(driver)).toHaveText("Not sent yet (1)");
    await expect(driver.getByText("OB-7001")).toBeVisible();
    // The page of the load and its form are available as they were saved, and state this.
    await driver.goto(`/trip-tickets/${id}/comments`);
    await expect(driver.getByText(/^No signal\. This page was saved on this device/)).toBeVisible();
    await expect(driver.getByRole("link", { name: "1 waiting to send" })).toBeVisible();
    await looksAfterTyping(driver);
    await driver.getByLabel("Comment").fill("The landing is soft; come from the north.");
    await driver.getByRole("button", { name: "Add comment" }).click();
    await expect(open(driver)).toHaveText("Not sent yet (2)");
    // Typed on the same saved page as the first entry, so it builds on it.
    await driver.goto(`/trip-tickets/${id}/edit/details`);
    await looksAfterTyping(driver);
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

  test("what somebody else overtook needs its writer, and is thrown away only by a second press", async ({
    as,
  }) => {
    const office = await as("manager");
    const [load] = await loadsOnTheRoad(office.request, 1);
    const id = load?.id ?? 0;
    const driver = await as("hauler");
    await readyForNoSignal(driver);
    await expect(driver.getByText("Everything you typed on this device has been sent.")).toBeVisible();
    await driver.goto(`/trip-tickets/${id}/edit/details`);
    await driver.context().setOffline(true);
    await looksAfterTyping(driver);
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
    // The list is redrawn when something else is sent; a question already shown isn't repeated.
    await driver.evaluate(() => document.dispatchEvent(new Event("outbox")));
    await driver.getByRole("button", { name: "Discard for good" }).click();
    await expect(driver.getByText("OB-7003")).toHaveCount(0);
  });

  test("who signs out is told first; another person on the phone sees nothing of it, and it is sent for its writer alone", async ({
    as,
    page,
  }) => {
    const office = await as("manager");
    const [load] = await loadsOnTheRoad(office.request, 1);
    const id = load?.id ?? 0;
    await enter(page, "hauler");
    await readyForNoSignal(page);
    await expect(page.getByText("Everything you typed on this device has been sent.")).toBeVisible();
    await page.goto(`/trip-tickets/${id}`);
    await page.goto(`/trip-tickets/${id}/edit/details`);
    await page.context().setOffline(true);
    await looksAfterTyping(page);
    await page.getByLabel("Scale ticket number").fill("OB-7005");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(open(page)).toBeVisible();
    // The session ends elsewhere: the signal is back, but nobody is signed in.
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.context().setOffline(false);
    await expect(page.getByText("Sign in, and it will be sent.")).toBeVisible();

    await page.context().addCookies(cookies);
    await page.context().setOffline(true);
    await page.goto("/outbox");
    await wired(page);
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
