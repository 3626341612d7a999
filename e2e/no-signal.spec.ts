import type { Page } from "@playwright/test";
import { holdRequests } from "./support/held";
import { waitForDraftSaving } from "./support/kept-typed";
import { chooseOption, expect, getAppUrl, test, waitForScripts } from "./support/test";

const KEPT = "No signal. Kept on this device. Press again when you have a signal.";
const PHONE = { width: 390, height: 700 };

/** Return a load that the hauler has picked up and not yet delivered. */
async function loadUnderWay(page: Page): Promise<number> {
  const answer = await page.request.post("/api/trip-tickets/search", {
    data: { trip_ticket_status_ids: [2], take: 1 },
    headers: { Origin: getAppUrl() },
  });
  return (await answer.json()).trip_tickets[0].trip_ticket.id;
}

/**
 * Return the number of loads with a volume in cords that only this test uses, since other tests create loads of the
 * same company in the meantime.
 */
async function madeWith(page: Page, volume: string): Promise<number> {
  const answer = await page.request.post("/api/trip-tickets/search", {
    data: { take: 100, trip_ticket_status_ids: [1, 2, 3, 4, 5, 6, 7] },
    headers: { Origin: getAppUrl() },
  });
  const { trip_tickets } = await answer.json();
  return trip_tickets.filter(
    (row: { trip_ticket: { estimated_volume: unknown } }) =>
      row.trip_ticket.estimated_volume === Number(volume),
  ).length;
}

/** Press the button and check that the form stays, with the message visible next to the button. */
async function pressWithoutSignal(page: Page, name: string) {
  const save = page.getByRole("button", { name, exact: true });
  await save.scrollIntoViewIfNeeded();
  await save.click();
  await expect(page.getByText(KEPT)).toBeInViewport({ ratio: 1 });
  await expect(save).toBeInViewport({ ratio: 1 });
  const [notice, button] = await Promise.all([page.locator("#unsent").boundingBox(), save.boundingBox()]);
  expect(button && notice && button.y + button.height <= notice.y).toBe(true);
  await expect(page.getByText("You're offline.")).toBeInViewport();
}

// Without JavaScript, the browser itself reports that there's no signal.
test.describe("@script without a signal", () => {
  test.use({ allowed: [/net::ERR_/] });

  test("an edit survives a failed save, a reload and Back, and is saved once", async ({ as }) => {
    const page = await as("hauler");
    await page.setViewportSize(PHONE);
    const id = await loadUnderWay(page);
    const slip = page.getByLabel("Scale ticket number");
    await page.goto(`/trip-tickets/${id}`);
    await page.goto(`/trip-tickets/${id}/edit/details`);
    await waitForDraftSaving(page);
    await slip.fill("NS-4411");
    await page.getByLabel("Gross").fill("80,400");
    await page.context().setOffline(true);
    await pressWithoutSignal(page, "Save");
    await expect(slip).toHaveValue("NS-4411");
    await pressWithoutSignal(page, "Save");

    // Leave the page and return to it: the page offers to restore the typed values.
    await page.context().setOffline(false);
    await page.goto(`/trip-tickets/${id}`);
    await page.goBack();
    const offer = page.getByText("What you typed here wasn't sent: there was no signal.");
    await expect(offer.or(page.getByText(KEPT))).toBeVisible();
    await page.reload();
    await expect(offer).toBeInViewport();
    await page.getByRole("button", { name: "Put it back" }).click();
    await expect(slip).toHaveValue("NS-4411");
    await expect(page.getByLabel("Gross")).toHaveValue("80,400");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL(`**/trip-tickets/${id}*`);
    await expect(page.getByText("NS-4411").first()).toBeVisible();
    await page.goto(`/trip-tickets/${id}/edit/details`);
    await expect(slip).toHaveValue("NS-4411");
    await expect(page.locator("#unsent")).toHaveCount(0);
  });

  test("when the signal is back, pressing Save again on the same page saves", async ({ as }) => {
    const page = await as("hauler");
    const id = await loadUnderWay(page);
    await page.goto(`/trip-tickets/${id}/edit/details`);
    await waitForDraftSaving(page);
    await page.getByLabel("Scale ticket number").fill("NS-5512");
    await page.context().setOffline(true);
    await pressWithoutSignal(page, "Save");
    await page.context().setOffline(false);
    await expect(page.locator("#unsent")).toHaveCount(0);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL(`**/trip-tickets/${id}*`);
    await expect(page.getByText("NS-5512").first()).toBeVisible();
  });

  test("a new ticket's form is restored with destination and product, and submitting it creates one ticket", async ({
    as,
  }) => {
    const page = await as("manager");
    await page.setViewportSize(PHONE);
    await page.goto("/trip-tickets/new?job_id=1");
    await waitForScripts(page);
    const chosen = () =>
      page.evaluate(() =>
        ["job_destination_id", "product", "estimated_volume"].map(
          (name) => document.querySelector<HTMLSelectElement>(`[name=${name}]`)?.value,
        ),
      );
    const destination = page.locator("select[name=job_destination_id]");
    const other = await destination.locator("option").last().innerText();
    await chooseOption(page, "Destination", other);
    const product = await page.locator("select[name=product] option").last().innerText();
    await chooseOption(page, "Product", product);
    await waitForDraftSaving(page);
    await page.getByLabel("Estimated volume").fill("33.19");
    const typed = await chosen();
    await page.context().setOffline(true);
    await pressWithoutSignal(page, "Create trip ticket");
    await page.context().setOffline(false);
    await page.goto("/trip-tickets/new?job_id=1");
    await page.getByRole("button", { name: "Put it back" }).click();
    expect(await chosen()).toEqual(typed);
    await page.getByRole("button", { name: "Create trip ticket" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith("/new"));
    expect(await madeWith(page, "33.19")).toBe(1);
  });

  test("if the connection is lost while a ticket is sent, one ticket is created, whether or not the request arrived", async ({
    as,
  }) => {
    for (const [arrives, volume] of [
      [false, "31.37"],
      [true, "31.73"],
    ] as const) {
      const page = await as("manager");
      await page.goto("/trip-tickets/new?job_id=1");
      await waitForDraftSaving(page);
      await page.getByLabel("Estimated volume").fill(volume);
      await page.route("**/trip-tickets/new*", async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        if (arrives) await route.fetch({ maxRedirects: 0 });
        return route.abort("connectionreset");
      });
      await page.getByRole("button", { name: "Create trip ticket" }).click();
      await page.waitForURL(/chrome-error/);
      await page.unroute("**/trip-tickets/new*");
      await page.goto("/trip-tickets/new?job_id=1");
      await expect(page.getByText("What you typed here may not have arrived.")).toBeVisible();
      await page.getByRole("button", { name: "Put it back" }).click();
      await expect(page.getByLabel("Estimated volume")).toHaveValue(volume);
      await page.getByRole("button", { name: "Create trip ticket" }).click();
      await page.waitForURL((url) => !url.pathname.endsWith("/new"));
      expect(await madeWith(page, volume)).toBe(1);
    }
  });

  test("a form that isn't stored on the device keeps the typed values and shows that nothing was sent", async ({
    as,
  }) => {
    const page = await as("manager");
    await page.setViewportSize(PHONE);
    await page.goto("/jobs/1/edit");
    const name = page.getByLabel("Name", { exact: true });
    await waitForDraftSaving(page);
    await name.fill("Deward, north half");
    await page.context().setOffline(true);
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.click();
    await expect(page.getByText("No signal. Nothing was sent.")).toBeInViewport();
    await expect(name).toHaveValue("Deward, north half");
    await page.context().setOffline(false);
  });
});

test("@script values typed but not sent are offered again after Back, until the user discards them", async ({
  as,
}) => {
  const page = await as("hauler");
  const id = await loadUnderWay(page);
  const slip = page.getByLabel("Scale ticket number");
  await page.goto(`/trip-tickets/${id}`);
  // On a slow connection, the user types before the script that restores drafts has loaded.
  const come = await holdRequests(page, /\/behaviors\/draft-restore[-.]/);
  await page.goto(`/trip-tickets/${id}/edit/details`, { waitUntil: "commit" });
  await slip.fill("NS-7781");
  come();
  await waitForDraftSaving(page);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto(`/trip-tickets/${id}/edit/details`);
  await expect(page.getByText("What you typed here wasn't saved.")).toBeInViewport();
  await page.getByRole("button", { name: "Put it back" }).click();
  await expect(slip).toHaveValue("NS-7781");
  await page.goto(`/trip-tickets/${id}`);
  await page.goto(`/trip-tickets/${id}/edit/details`);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.reload();
  // Another test may have saved a slip for this load since.
  await expect(slip).not.toHaveValue("NS-7781");
  await expect(page.locator("#unsent")).toHaveCount(0);
  // Nothing was typed, so there is nothing to offer.
  await page.goto(`/trip-tickets/${id}`);
  await page.goto(`/trip-tickets/${id}/edit/details`);
  await waitForDraftSaving(page);
  await expect(page.locator("#unsent")).toHaveCount(0);
});

test("@script a refused form's values are offered again after leaving the page, until the server accepts them", async ({
  as,
}) => {
  const page = await as("manager");
  const volume = page.getByLabel("Estimated volume");
  const create = page.getByRole("button", { name: "Create trip ticket" });
  await page.goto("/trip-tickets/new?job_id=1");
  await volume.fill("about thirty");
  await create.click();
  await expect(volume).toHaveAttribute("aria-invalid", "true");
  await expect(volume).toHaveValue("about thirty");
  await waitForDraftSaving(page);
  await page.goto("/trip-tickets");
  await page.goto("/trip-tickets/new?job_id=1");
  await expect(page.getByText("What you typed here wasn't saved.")).toBeInViewport();
  await page.getByRole("button", { name: "Put it back" }).click();
  await expect(volume).toHaveValue("about thirty");
  await volume.fill("30.41");
  await create.click();
  await page.waitForURL((url) => !url.pathname.endsWith("/new"));
  await page.goto("/trip-tickets/new?job_id=1");
  await waitForDraftSaving(page);
  await expect(page.locator("#unsent")).toHaveCount(0);
});

test("@script a page that shows a form's errors offers no draft, even if its address has a # part", async ({
  as,
}) => {
  const page = await as("manager");
  const volume = page.getByLabel("Estimated volume");
  // Simulate arriving from a job's setup: redirects preserve the part of an address after "#".
  await page.goto("/trip-tickets/new?job_id=1#us_county_id");
  await waitForDraftSaving(page);
  await volume.fill("about thirty");
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(volume).toHaveAttribute("aria-invalid", "true");
  await expect(volume).toHaveValue("about thirty");
  await waitForDraftSaving(page);
  await expect(page.locator("#unsent")).toHaveCount(0);
});
