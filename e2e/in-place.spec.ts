import { runAxe } from "./support/axe";
import { openWithStoppedClock } from "./support/patiently";
import { expect, test } from "./support/test";

for (const light of [false, true])
  test(`@script what's new opens in a dialog, and the focus returns when it closes${light ? ", on light pages too" : ""}`, async ({
    as,
  }) => {
    const page = await as("manager");
    await page.goto("/more");
    if (light) await page.context().addCookies([{ name: "tt_light", value: "1", url: page.url() }]);
    await openWithStoppedClock(page, "/company/destinations/new");
    const link = page.getByLabel("You").getByRole("link", { name: "What's new" });
    const dialog = page.getByRole("dialog", { name: "What's new" });
    await link.click();
    await expect(dialog.getByRole("heading", { name: "What's new" })).toBeFocused();
    await expect(dialog.getByRole("heading", { name: /^Version/ }).first()).toBeVisible();
    await expect(page).toHaveURL(/\/company\/destinations\/new$/);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(link).toBeFocused();

    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toHaveCount(0);

    await link.click();
    await expect(dialog).toBeVisible();
    // Resume the clock, since axe waits for timers.
    await page.clock.resume();
    expect(await runAxe(page, "everything")).toEqual([]);
    await page.mouse.click(4, 4);
    await expect(dialog).toHaveCount(0);

    // If the dialog's request is refused, the page itself opens and states the reason.
    await page.route("**/releases", (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.fulfill({ status: 404 }),
    );
    await link.click();
    await expect(page).toHaveURL(/\/releases$/);
    await expect(page.getByRole("heading", { level: 1, name: "What's new" })).toBeVisible();
  });

test("@script the company map opens in a dialog over the list, zooms in by button and click, and has links", async ({
  as,
}) => {
  const page = await as("manager");
  await openWithStoppedClock(page, "/company/destinations");
  await page.getByRole("link", { name: "View map" }).click();
  const dialog = page.getByRole("dialog", { name: "Company map" });
  const nearer = dialog.getByRole("button", { name: "Zoom in", exact: true });
  const zoom = async () => (await nearer.getAttribute("value")) ?? "";
  const first = await zoom();
  await nearer.click();
  await expect(nearer).not.toHaveAttribute("value", first);
  const second = await zoom();
  await dialog.getByRole("button", { name: "Zoom in on the map" }).click({ position: { x: 40, y: 60 } });
  await expect(nearer).not.toHaveAttribute("value", second);
  // Another test may have added a place to the map since, so compare with the list on the page itself.
  await expect(async () => {
    await dialog.getByRole("link", { name: "Show all" }).click();
    const own = await (await page.request.get("/company/map")).text();
    const [, all = "none"] = /name="look"[^>]*value="([^"]+)"/.exec(own) ?? [];
    await expect(nearer).toHaveAttribute("value", all, { timeout: 5_000 });
  }).toPass();
  await expect(page).toHaveURL(/\/company\/destinations$/);
  await expect(dialog.getByRole("link", { name: "Open the page" })).toHaveAttribute(
    "href",
    /\/company\/map$/,
  );
  await dialog
    .getByRole("link", { name: /^Delete / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/company\/destinations\/\d+\/deletion$/);
});

test("@script a ticket is canceled and deleted in dialogs, and stays unchanged if a dialog is closed", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto("/trip-tickets/new?job_id=1");
  await page.getByRole("button", { name: /^Create trip ticket/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  const ticket = new URL(page.url()).pathname;
  await openWithStoppedClock(page, ticket);
  await page.getByRole("link", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: /^Delete ticket \d+$/ });
  await expect(question).toContainText("can't be restored");
  await question.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("link", { name: "Delete" })).toBeFocused();
  await page.getByRole("link", { name: "Cancel ticket" }).click();
  const cancel = page.getByRole("dialog", { name: /^Cancel ticket \d+$/ });
  // The dialog has its own close button instead of the back link.
  await expect(cancel.getByRole("link", { name: "Back to ticket" })).toHaveCount(0);
  await cancel.getByRole("button", { name: /^Cancel ticket \d+$/ }).click();
  await expect(page.getByText("Canceled").or(page.getByText("Cancelled")).first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${ticket}$`));
});

test("@script deleting a location is confirmed in a dialog over its page, which has React for its map", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto("/company/locations");
  await page.locator('main a[href^="/company/locations/"]:not([href$="/new"])').first().click();
  await expect(page.locator("html[data-live]")).toHaveCount(1);
  await page.getByRole("link", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: /^Delete / });
  await expect(question).toContainText("It's removed from every list");
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Delete" })).toBeFocused();
});

test("@script nearby places are offered over the map, which keeps the pin; without nearby places the form continues", async ({
  as,
}) => {
  const page = await as("manager");
  await openWithStoppedClock(page, "/company/destinations/new?mode=drop_pin");
  await page.getByLabel("Latitude").fill("44.6484");
  await page.getByLabel("Longitude").fill("-84.7092");
  const on = page.getByRole("button", { name: "Continue" });
  await on.click();
  const dialog = page.getByRole("dialog", { name: "Is it one of these?" });
  await expect(dialog.getByRole("link", { name: /Grayling wood yard/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(on).toBeFocused();
  await expect(page.getByLabel("Latitude")).toHaveValue("44.6484");
  await on.click();
  await dialog.getByRole("link", { name: "Use my pin" }).click();
  await expect(page.getByLabel("Name")).toBeVisible();

  await openWithStoppedClock(page, "/company/destinations/new?mode=drop_pin");
  await page.getByLabel("Latitude").fill("45.3");
  await page.getByLabel("Longitude").fill("-83.9");
  await on.click();
  await expect(page.getByLabel("Name")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("@script the sales form opens in a dialog where a feature is missing, and shows errors on the form's own page", async ({
  as,
}) => {
  const page = await as("rival");
  await openWithStoppedClock(page, "/jobs");
  await page.getByRole("link", { name: "Contact Sales" }).click();
  const dialog = page.getByRole("dialog", { name: "Contact Sales" });
  await dialog.getByLabel("Phone").fill("906555");
  await expect(dialog.getByLabel("Phone")).toHaveValue("(906)555");
  await dialog.getByRole("button", { name: "Contact Sales" }).click();
  await expect(page).toHaveURL(/\/contact-sales$/);
  await expect(page.getByText("Invalid phone number").first()).toBeVisible();
});
