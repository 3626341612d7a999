import { request } from "@playwright/test";
import { readQrCode } from "./support/qr";
import { expect, getAppUrl, signIn, signInWithCookies, test } from "./support/test";

// Enable the transition between pages, as most users see it.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("@both a load goes from the landing to the mill with a verified ticket", async ({ page, as }, {
  project,
}) => {
  await signIn(page, "manager");
  await page.goto("/trip-tickets/new");
  await page.getByRole("link", { name: "Deward Tract" }).click();
  await page.getByLabel("Estimated volume").fill("51.5");
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  const number = (await page.getByRole("heading", { level: 1 }).textContent())?.replace(/\D/g, "") ?? "";
  const address = new URL(page.url()).pathname;
  await expect(page.getByText("Available").first()).toBeVisible();

  const hauler = await as("hauler");
  await hauler.goto(`/trip-tickets?q=${number}`);
  await expect(hauler).toHaveURL(new RegExp(`${address}$`));
  await hauler.getByRole("link", { name: "Claim" }).first().click();
  await hauler.getByRole("button", { name: "Claim" }).click();
  await hauler.getByRole("button", { name: "Picked up" }).click();
  await expect(hauler.getByText("In Transit").first()).toBeVisible();
  await expect(hauler.getByRole("button", { name: "Dropped off" })).toBeVisible();

  const mill = await as("mill");
  await mill.goto(address);
  await mill.getByRole("button", { name: "Received" }).click();
  await expect(mill.getByText("Completed").first()).toBeVisible();
  await mill.goto(`${address}/edit/details`);
  await mill.getByLabel("Scale ticket number").fill(`G-7731 ${project.name}`);
  await mill.getByLabel("Gross").fill("131,820");
  await mill.getByLabel("Tare").fill("34,000");
  await mill.getByRole("button", { name: "Save" }).click();
  await expect(mill.getByText("97,820 lb").first()).toBeVisible();

  await page.goto(address);
  const history = page.locator(".timeline").last();
  await expect(history).toContainText("Trip ticket created");
  for (const verb of ["Claimed", "Picked up", "Delivered"]) await expect(history).toContainText(verb);
  await expect(history).toContainText("Status: Available → Claimed");
  await expect(history).toContainText("Status: Claimed → In Transit");
  await expect(history).toContainText("Status: In Transit → Completed");
  await expect(history).toContainText(`Scale ticket number: G-7731 ${project.name}`);

  await page.getByRole("link", { name: "Print" }).click();
  for (const title of ["Trip Ticket Details", "Job Details", "Certifications"])
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  const code = await readQrCode(page);
  expect(code).toContain(`${getAppUrl()}${address}?p=`);

  const stranger = await as("hauler");
  await stranger.context().clearCookies();
  await stranger.goto(code);
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("This load was already delivered");
  await expect(stranger.getByText(`Trip Ticket #${number}`)).toBeVisible();
  const shown = await stranger.locator("main").innerText();
  expect(shown).toContain("Crawford, MI");
  expect(shown).not.toMatch(/\$|555-|Beaulieu|Manistee|Superior Land/);
  await stranger.goto(code.replace(/.$/, (last) => (last === "A" ? "B" : "A")));
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("This code is not genuine");

  const rival = await as("rival");
  expect((await rival.goto(address))?.status()).toBe(404);
  await rival.goto(code);
  await expect(rival.getByRole("heading", { level: 1 })).toHaveText("This load was already delivered");
});

test("@asked a form sent twice creates one ticket; sending it with other values shows the ticket that it created", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto("/trip-tickets/new?job_id=1");
  const id = await page.locator("form input[name=submission_id]").first().inputValue();
  const form = {
    job_id: "1",
    submission_id: id,
    job_destination_id: "1",
    product: "5-746-0",
    estimated_volume: "50",
    estimated_wood_unit_type_id: "2",
    loads: "1",
  };
  const send = (more = {}) =>
    page.request.post("/trip-tickets/new?job_id=1", { form: { ...form, ...more }, maxRedirects: 0 });
  const first = (await send()).headers().location;
  expect(first).toMatch(/^\/trip-tickets\/\d+$/);
  expect((await send()).headers().location).toBe(first);
  const other = await send({ estimated_volume: "49" });
  expect(other.status()).toBe(409);
  expect(await other.text()).toContain(`href="${first}"`);
});

test("@both if the session has ended, a form is submitted after signing in again", async ({
  page,
  context,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto("/trip-tickets/new?job_id=1");
  await page.getByLabel("Estimated volume").fill("33.25");
  await context.clearCookies();
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(page.getByText("Your session ended")).toBeVisible();
  await page.getByLabel("Email or phone").fill("manager@demo.test");
  await page.getByLabel("Password", { exact: true }).fill("timber-demo-2026");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Send it now" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  await expect(page.getByText("33.25 tons").first()).toBeVisible();
});

test("@asked an edit of an outdated version shows typed and saved values side by side and loses nothing", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto("/trip-tickets/new?job_id=1");
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  const address = new URL(page.url()).pathname;
  await page.goto(`${address}/edit/ticket`);
  const other = await request.newContext({
    baseURL: getAppUrl(),
    storageState: await page.context().storageState(),
  });
  const saved = await other.put(address.replace("/trip-tickets", "/api/trip-tickets"), {
    data: { version: 2, estimated_volume: 12 },
  });
  expect(saved.status()).toBe(200);
  await page.getByLabel("Estimated volume").fill("44");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: "Estimated volume" })).toContainText("44");
  await expect(page.getByRole("row", { name: "Estimated volume" })).toContainText("12 tons");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("44 tons").first()).toBeVisible();
  await other.dispose();
});

test("@asked an invalid form returns the typed values with errors next to the fields", async ({ page }) => {
  await signInWithCookies(page, "manager");
  await page.goto("/trip-tickets/new?job_id=1");
  await page.getByLabel("Estimated volume").fill("plenty");
  await page.getByLabel("How many loads like this").fill("99");
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(page.getByLabel("Estimated volume")).toHaveValue("plenty");
  await expect(page.getByLabel("How many loads like this")).toHaveValue("99");
  await expect(page.getByText("Enter at most 20 loads").first()).toBeVisible();
});
