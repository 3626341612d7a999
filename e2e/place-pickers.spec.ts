import type { Page } from "@playwright/test";
import { callApi } from "./support/loads";
import { chooseOption, expect, signInWithCookies, test, waitForScripts } from "./support/test";

/*
 * Test each form that needs a location, by keyboard alone and without coordinates: search by words, pin the map's
 * center, save the form. The form for a new location is tested in places.spec.ts.
 */

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).press("Enter");

/** Search for the place by its description, and set a pin there. */
async function pin(page: Page, words: string) {
  await waitForScripts(page);
  await page.getByLabel("Find a place").fill(words);
  await page.getByLabel("Find a place").press("Enter");
  await expect(page.getByText(/^The map shows (it|the first one)\./)).toBeVisible();
  await waitForScripts(page);
  await press(page, "Pin the middle");
}

/** Number of names used so far, to make each name unique. */
let count = 0;
const serial = () => `${Date.now()}${count++}`;

/** A user who has just founded a company in Grayling, and has nothing on the map. */
async function newcomer(page: Page) {
  const stamp = serial();
  const phone_number = `9${stamp.slice(-9)}`;
  // Create the account directly: signing up through the page is tested in onboarding.spec.ts.
  const form = {
    first_name: "Vera",
    last_name: "Aho",
    email: `places-${stamp}@example.test`,
    password: "norway pine and tamarack",
  };
  const signedUp = await page.request.post("/signup", { form, maxRedirects: 0 });
  expect(signedUp.headers().location).toBe("/onboarding/join-company");
  const { id } = await callApi(page.request, "POST", "/api/company", {
    name: `Old 27 Timber ${stamp}`,
    city: "Grayling",
    us_state_id: 26,
    contact: { first_name: "Vera", last_name: "Aho", phone_number },
    is_land_manager: true,
    is_hauler: true,
  });
  await page.goto("/companies");
  await page.getByRole("button", { name: /^Work for/ }).click();
  await expect(page).toHaveURL(/\/company$/);
  return { company: Number(id), stamp };
}

/** A job in Crawford County, Michigan. */
const draft = (name: string) => ({
  name,
  us_state_id: 26,
  us_county_id: 26039,
  township: "T27N",
  range: "R3W",
  section: "14",
  start_date: "2026-12-01",
});

test("the map for a new company's first yard starts at its town, and the welcome page counts the yard", async ({
  page,
}) => {
  const { stamp } = await newcomer(page);
  await page.goto("/welcome");
  await page.getByRole("link", { name: "Add Location" }).press("Enter");
  // Before any text is typed, the map shows the town with its name.
  await expect(page.locator(".map text", { hasText: "Grayling" }).first()).toBeAttached();
  await chooseOption(page, "Location type", "Yard");
  await page.getByLabel("Name").fill(`First yard ${stamp}`);
  await pin(page, "two miles north of Grayling");
  await expect(page.getByLabel("Latitude")).toHaveValue(/^44\.(68|69)/);
  await press(page, "Add Location");
  await expect(page.getByText("Location created successfully")).toBeVisible();
  await page.getByRole("link", { name: `Edit First yard ${stamp}` }).press("Enter");
  // A saved location's pin is moved by the same search.
  await pin(page, "Frederic, MI");
  await expect(page.getByLabel("Latitude")).toHaveValue(/^44\.838/);
  await press(page, "Save");
  await expect(page.getByText("Location updated successfully.")).toBeVisible();
  await page.goto("/welcome");
  await expect(page.getByText("1 location")).toBeVisible();
});

test("a destination is added with a pin, and the pin is moved", async ({ page }) => {
  const { stamp } = await newcomer(page);
  await page.goto("/company/destinations/new");
  await page.getByRole("link", { name: /Drop a pin/ }).press("Enter");
  await pin(page, "3 miles east of Frederic, MI");
  await expect(page.getByLabel("Latitude")).toHaveValue(/^44\.83/);
  await press(page, "Continue");
  await page.getByLabel("Name").fill(`Siding ${stamp}`);
  await press(page, "Create destination");
  await expect(page.getByText("Destination created successfully")).toBeVisible();
  await page.getByRole("link", { name: `Edit Siding ${stamp}` }).press("Enter");
  await expect(page.getByText(/^\d\.\d miles [NSEW]+ of .+ County, MI; section \d+/)).toBeVisible();
  await pin(page, "Lewiston, MI");
  await expect(page.getByText(/^In Lewiston, Montmorency County, MI/)).toBeVisible();
  await press(page, "Save");
  await expect(page.locator("li").filter({ hasText: `Siding ${stamp}` })).toBeVisible();
});

test("a job's pin on the overview sets its township, and is moved in the setup and on the job's map", async ({
  page,
}) => {
  const { company, stamp } = await newcomer(page);
  await page.goto("/jobs/create");
  await page.getByLabel("Name").fill(`Old 27 block ${stamp}`);
  await page.goto("/jobs/create/pin");
  // The county isn't chosen yet: the map starts at the company's town.
  await expect(page.locator(".map text", { hasText: "Grayling" }).first()).toBeAttached();
  await pin(page, "two miles north of Grayling, MI");
  await expect(page.getByLabel("Coordinates")).toHaveValue(/^44\.(68|69)/);
  await press(page, "Use this pin");
  await expect(page.locator("select[name=us_county_id]")).toHaveValue("26039");
  await expect(page.getByLabel("Township")).toHaveValue("T27N");
  await expect(page.getByLabel("Range")).toHaveValue(/^R[34]W$/);

  const { id } = await callApi(page.request, "POST", "/api/jobs", {
    request_user_company_id: company,
    draft: draft(`Gaylord block ${stamp}`),
  });
  await page.goto(`/jobs/${id}/map/edit?method=pin`);
  await pin(page, "Gaylord, MI");
  await expect(page.getByLabel("Coordinates")).toHaveValue(/^45\.0/);
  // If the text in the search field has changed, Enter starts a new search even if a pin is set. If it hasn't changed,
  // Enter saves the form.
  await page.getByLabel("Find a place").fill("Frederic, MI");
  await page.getByLabel("Find a place").press("Enter");
  await expect(page.getByRole("button", { name: "Frederic Crawford County, MI" })).toBeVisible();
  await waitForScripts(page);
  await press(page, "Pin the middle");
  await expect(page.getByLabel("Coordinates")).toHaveValue(/^44\.838/);
  await waitForScripts(page);
  await page.getByLabel("Coordinates").press("Enter");
  await expect(page.getByText(/^Pin at 44\.838/)).toBeVisible();
});

test("a landing is added to a job with a pin, and the pin is moved", async ({ page }) => {
  const { company, stamp } = await newcomer(page);
  const { id } = await callApi(page.request, "POST", "/api/jobs", {
    request_user_company_id: company,
    draft: draft(`Landings ${stamp}`),
  });
  await page.goto(`/jobs/${id}/landings/new`);
  await page.getByLabel("Name").fill("Keyboard landing");
  await pin(page, "two miles north of Grayling");
  await expect(page.getByLabel("Coordinates")).toHaveValue(/^44\.(68|69)/);
  await expect(page.getByLabel("Name")).toHaveValue("Keyboard landing");
  await press(page, "Add landing");
  await page.getByRole("link", { name: /^Edit.*Keyboard landing/ }).press("Enter");
  await pin(page, "Frederic, MI");
  await waitForScripts(page);
  // Enter in another field saves the form without searching again.
  await page.getByLabel("Name").fill("Frederic landing");
  await page.getByLabel("Name").press("Enter");
  await expect(page.getByRole("link", { name: /^Edit.*Frederic landing/ })).toBeVisible();
  await page.goto(`/jobs/${id}/map`);
  await expect(page.getByText("Frederic landing").first()).toBeVisible();
  await expect(page.getByText(/^44\.838, -84\.68/).first()).toBeVisible();
});

test("a load gets a location of its own, and its driver's directions lead there", async ({ page }) => {
  await signInWithCookies(page, "manager");
  const product = { product_type_id: 5, wood_species_id: 746 };
  const { id } = await callApi(page.request, "POST", "/api/trip-tickets", {
    job_id: 1,
    job_destination_id: 1,
    ...product,
  });
  await page.goto(`/trip-tickets/${id}`);
  await page.getByRole("link", { name: "Set on the map" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Where the load is" })).toBeVisible();
  await waitForScripts(page);
  await press(page, "Save");
  await expect(page.getByText("Please drop a pin on the map").first()).toBeVisible();
  await pin(page, "Frederic, MI");
  await expect(page.getByLabel("Coordinates")).toHaveValue(/^44\.838/);
  await waitForScripts(page);
  await press(page, "Save");
  await expect(page.getByRole("heading", { level: 1, name: /^Trip Ticket/ })).toBeVisible();
  await expect(page.getByText(/44\.838, -84\.68/).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Directions to the landing" })).toHaveAttribute(
    "href",
    /destination=44\.838/,
  );
});

test("a mill with an account remains the receiver if its wood goes to another location", async ({ page }) => {
  const { stamp } = await newcomer(page);
  await page.goto("/company/destinations/new?mode=deliver_to_mill");
  await page.getByRole("link", { name: /^AuSable Paper & Lumber/ }).press("Enter");
  await page.getByRole("link", { name: "Set another place on the map" }).press("Enter");
  await expect(page.getByText("Where AuSable Paper & Lumber takes the wood")).toBeVisible();
  await pin(page, "4 miles west of Frederic, MI");
  await press(page, "Continue");
  await expect(page.getByText("AuSable Paper & Lumber hasn't put this place on its map.")).toBeVisible();
  await page.getByLabel("Name").fill(`Back gate ${stamp}`);
  await press(page, "Create destination");
  const entry = page.locator("li").filter({ hasText: `Back gate ${stamp}` });
  await expect(entry).toContainText("AuSable Paper & Lumber");
  await page.goto("/company/map");
  await expect(page.locator("li").filter({ hasText: `Back gate ${stamp}` })).toContainText(
    "Destination, AuSable Paper & Lumber",
  );
  await expect(page.locator(".map .named", { hasText: `Back gate ${stamp}` })).toBeAttached();
});
