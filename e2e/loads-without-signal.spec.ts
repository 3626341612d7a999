import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { serveDemoOnLine } from "./edge/support/offline/run";
import { waitForDraftSaving } from "./support/kept-typed";
import { callApi, createLoadsInTransit } from "./support/loads";
import { expect, signIn, test } from "./support/test";

const LOADS = 3;
const HOUR = 3_600_000;

/** A phone with its own storage, which survives closing and opening the browser again. */
async function phoneIn(baseURL: string, folder: string): Promise<{ phone: BrowserContext; page: Page }> {
  const { launchOptions } = test.info().project.use;
  const phone = await chromium.launchPersistentContext(folder, {
    ...launchOptions,
    baseURL,
    viewport: { width: 390, height: 844 },
    timezoneId: "America/Detroit",
    serviceWorkers: "allow",
    reducedMotion: "reduce",
  });
  return { phone, page: phone.pages()[0] ?? (await phone.newPage()) };
}

/** Return whether this device has everything that pages without a signal need, including the form for a job's sheets. */
const hasAll = (page: Page) =>
  page.evaluate(async () => {
    const expected = ["/outbox", "/outbox/load", "/sheets/scan", "/trip-tickets/new?job_id=1&sheet_number="];
    return (await Promise.all(expected.map((path) => caches.match(path)))).every(Boolean);
  });

/** Move the time of entries typed on this device into the past. */
const typedEarlier = (page: Page, ms: number) =>
  page.evaluate(
    (ms) =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open("timbertally");
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const items = request.result.transaction("items", "readwrite").objectStore("items");
          const all = items.getAll();
          all.onsuccess = () => {
            for (const item of all.result) items.put({ ...item, typed_at: item.typed_at - ms });
            items.transaction.oncomplete = () => resolve(all.result.length);
          };
        };
      }),
    ms,
  );

type Ticket = {
  trip_ticket: {
    trip_ticket_number: number;
    trip_ticket_status_id: number;
    scale_ticket_number: string | null;
    gross_pounds: number | null;
    picked_up_at: string;
    dropped_off_at: string;
  };
};

// Without JavaScript nothing is stored on the device; the browser itself reports that there's no signal.
test.describe("@script loads without a signal", () => {
  test.use({ allowed: [/net::ERR_|^503 |status of 503/], serviceWorkers: "allow" });

  test("an offline phone takes three loads from sheet to scale, is restarted twice, and later sends each load once", async ({
    browser,
  }) => {
    const place = await serveDemoOnLine();
    const folder = join(place.folder, "phone");
    const slip = join(place.folder, "slip.jpg");
    await sharp({ create: { width: 800, height: 600, channels: 3, background: "#887755" } })
      .jpeg()
      .toFile(slip);
    let { phone, page } = await phoneIn(place.line.url, folder);
    const restart = async () => {
      await phone.close();
      ({ phone, page } = await phoneIn(place.line.url, folder));
    };
    try {
      await signIn(page, "hauler");
      await page.goto("/jobs/1/sheets");
      await page.getByLabel("Number of sheets").fill(String(LOADS));
      await page.getByRole("button", { name: "Create a book" }).click();
      await expect(page.locator("tbody tr")).toHaveCount(LOADS);
      const numbers = (await page.locator("tbody tr").allInnerTexts()).map(
        (row) => /\d{4,}/.exec(row)?.[0] ?? "",
      );
      const book = new URL(page.url()).pathname;
      await page.goto("/outbox");
      await expect.poll(() => hasAll(page)).toBe(true);
      // Cut the connection but let the phone report a signal, since phones are often wrong about their signal.
      place.line.become("cut");
      for (const [n, number] of numbers.entries()) {
        if (n) await restart();
        // For one load, simulate a proxy that sends its own response instead of the server's.
        place.line.become(n === 1 ? "broken" : "cut");
        await page.goto("/sheets/scan");
        await expect(page.getByRole("button", { name: "Scan with the camera" })).toBeVisible();
        await page.getByLabel("Number printed on the sheet").fill(number);
        await page.getByRole("button", { name: "Open the sheet" }).click();
        await expect(page.getByLabel("Number printed on the sheet")).toHaveValue(number);
        // Use the same tons as on the scale slip; a later test uses a slip with other tons.
        await page.getByLabel("Estimated volume").fill("25");
        await page.getByLabel("Truck number").fill(`T-${n}`);
        await page.waitForFunction(() =>
          performance
            .getEntriesByType("resource")
            .some(({ name }) => /\/behaviors\/draft-restore[-.]/.test(name)),
        );
        await page.getByRole("button", { name: "Create trip ticket" }).click();
        await expect(page.getByRole("heading", { name: `Sheet #${number}` })).toBeVisible();
        await page.getByRole("button", { name: "Picked up" }).click();
        await page.getByRole("button", { name: "Dropped off" }).click();
        await page.getByLabel("Scale ticket number").fill(`NS-${number}`);
        await page.getByLabel("Gross").fill("80,000");
        await page.getByLabel("Tare").fill("30,000");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await expect(page.getByLabel("Gross")).toHaveCount(0);
        await page.getByLabel("Photo of the slip").setInputFiles(slip);
        await page.getByRole("button", { name: "Add photo" }).click();
        await expect(page.getByText("5 of this load not sent yet.")).toBeVisible();
      }
      await page.goto("/outbox");
      await expect(page.getByRole("heading", { name: `Not sent yet (${5 * LOADS})` })).toBeVisible();
      const pressed = Date.now() - HOUR;
      expect(await typedEarlier(page, HOUR)).toBe(5 * LOADS);
      place.line.become("through");
      await page.getByRole("button", { name: "Send all now" }).click();
      await expect(page.getByText("Everything you typed on this device has been sent.")).toBeVisible();

      const office = await browser.newPage({ baseURL: place.line.url });
      await signIn(office, "manager");
      for (const number of numbers) {
        await office.goto(book);
        await office.getByRole("row", { name: number }).getByRole("link").first().click();
        await expect(office.getByRole("heading", { level: 1 })).toHaveText(`Trip Ticket #${number}`);
        const id = new URL(office.url()).pathname.split("/")[2];
        const { trip_ticket: t } = (await callApi(
          office.request,
          "GET",
          `/api/trip-tickets/${id}`,
        )) as unknown as Ticket;
        expect([t.trip_ticket_status_id, t.scale_ticket_number, t.gross_pounds]).toEqual([
          3,
          `NS-${number}`,
          80_000,
        ]);
        // The saved times are those when the buttons were pressed, not when the phone had a signal again.
        for (const instant of [t.picked_up_at, t.dropped_off_at])
          expect(Math.abs(Date.parse(instant) - pressed)).toBeLessThan(30 * 60_000);
        expect(Date.parse(t.picked_up_at)).toBeLessThanOrEqual(Date.parse(t.dropped_off_at));
        await expect(office.locator("#photos li")).toHaveCount(1);
        await expect(office.getByText(/^Typed without a signal, /).first()).toBeVisible();
      }
    } finally {
      await phone.close();
      await place.end(place.app);
    }
  });

  test("a ticket's page shows its unsent changes at the top, and offers the next status", async ({ as }) => {
    const office = await as("manager");
    const [load] = await createLoadsInTransit(office.request, 1);
    const id = load?.id ?? 0;
    const driver = await as("hauler");
    await driver.goto("/outbox");
    await expect
      .poll(() => driver.evaluate(async () => Boolean(await caches.match("/outbox/load"))))
      .toBe(true);
    await driver.goto("/outbox");
    await driver.goto(`/trip-tickets/${id}`);
    await waitForDraftSaving(driver);
    await driver.context().setOffline(true);
    await driver.getByRole("button", { name: "Dropped off" }).click();
    await expect(driver.getByText("It's kept on this device and will be sent")).toBeVisible();
    await driver.goto(`/trip-tickets/${id}`);
    await expect(driver.getByRole("heading", { name: "Not sent yet" })).toBeVisible();
    await driver.getByRole("link", { name: "Next: Scale slip" }).click();
    await driver.getByLabel("Scale ticket number").fill("NS-OVER");
    await driver.getByLabel("Gross").fill("230,000");
    await driver.getByLabel("Tare").fill("30,000");
    await driver.getByRole("button", { name: "Save", exact: true }).click();
    await expect(driver.getByText("2 of this load not sent yet.")).toBeVisible();
    await driver.goto(`/trip-tickets/${id}`);
    await expect(driver.getByText("scale ticket number: NS-OVER")).toBeVisible();
    await driver.context().setOffline(false);
    // The weight is more than one truck carries, so the user who typed it must confirm it, as on the ticket's page.
    await driver.goto("/outbox");
    await driver.getByRole("button", { name: "It's right, send it" }).click();
    await expect(driver.getByText("Everything you typed on this device has been sent.")).toBeVisible();
    await driver.goto(`/trip-tickets/${id}`);
    await expect(driver.getByRole("heading", { name: "Not sent yet" })).toHaveCount(0);
    const { trip_ticket: t } = (await callApi(
      office.request,
      "GET",
      `/api/trip-tickets/${id}`,
    )) as unknown as Ticket;
    expect([t.trip_ticket_status_id, t.scale_ticket_number, t.gross_pounds]).toEqual([3, "NS-OVER", 230_000]);
  });
});
