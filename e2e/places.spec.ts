import type { Page } from "@playwright/test";
import { chooseOption, expect, signInWithCookies, test, waitForScripts } from "./support/test";

/** Click the map: the first click zooms in; the next one sets the pin, whose coordinates appear in the fields. */
async function clickMap(page: Page, x: number, y: number) {
  const map = page.getByRole("button", { name: "Set the pin on the map" });
  const latitude = page.getByLabel("Latitude");
  for (let i = 0; i < 6 && (await latitude.inputValue()) === ""; i++) {
    await waitForScripts(page);
    const before = page.url();
    await map.click({ position: i === 0 ? { x, y } : { x: 320, y: 240 } });
    await expect.poll(async () => page.url() !== before || (await latitude.inputValue()) !== "").toBe(true);
  }
  await expect(latitude).not.toHaveValue("");
}

test("a yard is located by searching for its town, by keyboard, without typing coordinates", async ({
  page,
}, { project }) => {
  await signInWithCookies(page, "manager");
  await page.goto("/company/locations/new");
  const name = `Old 27 yard ${project.name}`;
  await page.getByLabel("Name").fill(name);
  await chooseOption(page, "Location type", "Sort yard");
  await waitForScripts(page);
  await page.getByLabel("Find a place").fill("the old 27");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText(/^We couldn't find that place\./)).toBeVisible();
  await waitForScripts(page);
  await page.getByLabel("Find a place").fill("2 miles north of Grayling, MI");
  await page.getByLabel("Find a place").press("Enter");
  await expect(page.getByText("The map shows it. Click the map to set the pin.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await expect(page.getByLabel("Latitude")).toHaveValue("");
  await clickMap(page, 320, 240);
  await expect(page.getByLabel("Latitude")).toHaveValue(/^44\.(68|69)/);
  await page.getByRole("button", { name: "Add Location" }).click();
  await expect(page.getByText("Location created successfully")).toBeVisible();
  await page.getByRole("link", { name: `Edit ${name}` }).click();
  await expect(
    page.getByText(/^(1\.9|2\.\d) miles N of Grayling, Crawford County, MI; section \d+/),
  ).toBeVisible();
});

test("an admin adds a location type, then locations by map and by address; errors are shown", async ({
  page,
}, { project }) => {
  await signInWithCookies(page, "logger");
  await page.goto("/company");
  await page.getByRole("link", { name: "Locations", exact: true }).click();
  if (await page.getByText("No location types have been created").isVisible()) {
    await expect(page.getByText("No locations have been created")).toBeVisible();
    await page.getByRole("link", { name: "Add Location", exact: true }).click();
    await expect(page.getByText("You must create a location type first")).toBeVisible();
    await page.getByRole("link", { name: "Add Location Type" }).click();
  } else await page.getByRole("link", { name: "Add Location Type" }).click();
  const type = `Landing ${project.name}`;
  await page.getByLabel("Name").fill(type);
  await chooseOption(page, "Location type", "Landing");
  await page.getByRole("button", { name: "Add Location Type" }).click();
  await expect(page.locator("li").filter({ hasText: type })).toBeVisible();

  const name = `Deward landing ${project.name}`;
  await page.getByRole("link", { name: "Add Location", exact: true }).click();
  await page.getByLabel("Name").fill(name);
  await chooseOption(page, "Location type", type);
  await page.getByRole("button", { name: "Add Location" }).click();
  await expect(page.getByText("Click on the map to set the location").first()).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await clickMap(page, 200, 120);
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await page.getByRole("button", { name: "Add Location" }).click();
  await expect(page.getByText("Location created successfully")).toBeVisible();

  await page.goto("/company/locations/new?full=1");
  await chooseOption(page, "Location type", type);
  await page.getByLabel("Latitude").fill("46.355");
  await page.getByLabel("Longitude").fill("-85.51");
  await page.getByRole("button", { name: "Show typed place" }).click();
  await expect(page.getByLabel("Latitude")).toHaveValue("46.355");
  const address = `410 Newberry Avenue ${project.name}`;
  await page.getByLabel("Address").fill(address);
  await page.getByLabel("City").fill("Newberry");
  await chooseOption(page, "State", "Michigan");
  await page.getByLabel("ZIP code").fill("49868");
  await page.getByRole("button", { name: "Add Location" }).click();
  await expect(page.getByText("Location created successfully")).toBeVisible();

  await page.getByRole("link", { name: `Edit ${address}` }).click();
  await page.getByLabel("Name").fill(`Shop ${project.name}`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Location updated successfully.")).toBeVisible();
  await page.getByRole("link", { name: "View Locations" }).click();
  await expect(page.getByText(`Shop ${project.name}`).first()).toBeVisible();
  await page.goto("/company/locations");
  await page.getByRole("link", { name: `Delete ${name}` }).click();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(page.getByText(name)).toHaveCount(0);
});

test("the second person to save a location sees both versions, and chooses one", async ({ page, as }) => {
  await signInWithCookies(page, "manager");
  const other = await as("manager");
  for (const tab of [page, other]) {
    await tab.goto("/company/locations");
    await tab.getByRole("link", { name: "Edit Frederic sort yard" }).click();
  }
  await other.getByLabel("City").fill(`Frederic ${Date.now()}`);
  await other.getByRole("button", { name: "Save" }).click();
  await page.getByLabel("City").fill("Lovells");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("You, in another window, saved a change while you were editing")).toBeVisible();
  await expect(page.getByRole("row", { name: /City/ })).toContainText("Lovells");
  await page.getByRole("button", { name: "Save my version" }).click();
  await expect(page.locator("li").filter({ hasText: "Frederic sort yard" })).toContainText("Lovells");
});

test("a new pinned destination offers nearby places, which can be declined; Back and saving return to the original page", async ({
  page,
}, { project }) => {
  await signInWithCookies(page, "manager");
  await page.goto("/companies/1/?tab=destinations&action=add_destination&return_to=%2Fjobs%2F1");
  await page.getByRole("link", { name: /Drop a pin/ }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Click on the map to set the destination location")).toBeVisible();
  await waitForScripts(page);
  await page.getByLabel("Latitude").fill("44.6484");
  await page.getByLabel("Longitude").fill("-84.7092");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("link", { name: /Grayling wood yard/ })).toBeVisible();
  await page.getByRole("link", { name: "Use my pin" }).click();
  const name = `Rail siding ${project.name}`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Notes").fill("Gate code 4410");
  await page.locator("summary").filter({ hasText: "Pulpwood" }).click();
  await page.getByLabel("quaking aspen").first().check();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/jobs\/1$/);

  await page.goBack();
  await page.getByLabel("Name").fill("   ");
  await page.getByLabel("Notes").fill("Gate code 4410");
  await page.getByRole("button", { name: "Create destination" }).click();
  await expect(page.getByText("Name is required").first()).toBeVisible();
  await expect(page.getByLabel("Notes")).toHaveValue("Gate code 4410");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create destination" }).click();
  await expect(page).toHaveURL(/\/jobs\/1\?done=destination-created$/);
  await expect(page.getByText("Destination created successfully")).toBeVisible();
  await page.goto("/company/destinations");
  await expect(page.locator("li").filter({ hasText: name })).toContainText("Gate code 4410");
  await page.getByRole("link", { name: `Delete ${name}` }).click();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(page.getByText("Destination deleted successfully")).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});

test("a destination at a mill gets its pin from the mill's location, and Back keeps the typed values", async ({
  page,
}, { project }) => {
  await signInWithCookies(page, "hauler");
  await page.goto("/company/destinations");
  await page.getByRole("link", { name: "Add Destination" }).click();
  await page.getByRole("link", { name: /Deliver to a mill/ }).click();
  await page.getByRole("link", { name: /AuSable Paper/ }).click();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "Which mill?" })).toBeVisible();
  await page.getByRole("link", { name: /AuSable Paper/ }).click();
  await page.getByRole("link", { name: /Roscommon sawmill/ }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Roscommon sawmill");
  const name = `Roscommon ${project.name}`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Notes").fill("Closed Mondays");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("heading", { name: "Which mill?" })).toBeVisible();
  await page.getByRole("link", { name: /AuSable Paper/ }).click();
  await page.getByRole("link", { name: /Roscommon sawmill/ }).click();
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await expect(page.getByLabel("Notes")).toHaveValue("Closed Mondays");
  await page.getByRole("button", { name: "Create destination" }).click();
  await expect(page.getByText("Destination created successfully")).toBeVisible();
  await expect(page.locator("li").filter({ hasText: name })).toContainText("AuSable Paper & Lumber");
  await page.getByRole("link", { name: "View map" }).click();
  await expect(
    page.locator("#company-map, dialog").getByRole("listitem").filter({ hasText: name }),
  ).toBeVisible();
});

test("a mill without an account is located on the map, and Back leads to the search", async ({ page }) => {
  await signInWithCookies(page, "manager");
  await page.goto("/company/destinations/new?mode=deliver_to_mill");
  await page.getByLabel("Its name").fill("Elk Rapids Veneer");
  await page.getByRole("button", { name: "Set it on the map" }).click();
  await waitForScripts(page);
  await page.getByLabel("Latitude").fill("44.9");
  await page.getByLabel("Longitude").fill("-85.4");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel(/^Name/)).toHaveValue("Elk Rapids Veneer");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByLabel("Its name")).toHaveValue("Elk Rapids Veneer");
});

test("@asked only admins add destinations, and only paths of this app are accepted as return addresses", async ({
  page: hand,
  as,
}) => {
  await signInWithCookies(hand, "forester");
  await hand.goto("/company/destinations");
  await expect(hand.getByText("Elk Rapids veneer buyer")).toBeVisible();
  await expect(hand.getByRole("link", { name: "Add Destination" })).toHaveCount(0);
  expect((await hand.request.get("/company/destinations/new")).status()).toBe(403);
  const page = await as("rival");
  await page.goto("/company/destinations");
  await expect(page.getByText("No company destinations found")).toBeVisible();
  await page.goto("/company/destinations?action=add_destination&return_to=https://example.com/");
  await expect(page).toHaveURL(/\/company\/destinations\/new$/);
  await page.goto("/company/destinations/new?return_to=//example.com/&mode=drop_pin");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL(/\/company\/destinations$/);
});

test.describe("the user's current location", () => {
  const there = { latitude: 44.7005, longitude: -84.7011, accuracy: 12 };

  test("@script the user's current location is pinned with one button and described in words", async ({
    page,
    context,
  }) => {
    await signInWithCookies(page, "manager");
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation(there);
    await page.goto("/company/locations/new");
    await waitForScripts(page);
    await page.getByRole("button", { name: "Use my location" }).click();
    await expect(page).toHaveURL(/look=44\.7005%2C-84\.7011%2C14/);
    await expect(page.getByLabel("Latitude")).toHaveValue("44.7005");
    await expect(page.getByText(/miles N of Grayling, Crawford County, MI/)).toBeVisible();
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("geolocation") ?? "{}"));
    expect(stored).toMatchObject({ ...there, source: "device" });
  });

  test("@script the map falls back to the company's area if location permission is denied", async ({
    page,
  }) => {
    await signInWithCookies(page, "manager");
    await page.goto("/company/locations/new");
    await waitForScripts(page);
    await page.getByRole("button", { name: "Use my location" }).click();
    await expect(
      page.getByText("Location permission denied. Falling back to IP-based location."),
    ).toBeVisible();
    await expect(page.getByLabel("Latitude")).toHaveValue("");
    await page.getByRole("button", { name: "Look around there" }).click();
    await expect(page).toHaveURL(/look=4\d/);
    await expect(page.getByLabel("Latitude")).toHaveValue("");
  });
});
