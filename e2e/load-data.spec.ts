import type { Page } from "@playwright/test";
import { expect, test, waitForScripts } from "./support/test";

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Create a claimed load of the hauler's own driver, already picked up if requested. */
async function claimedLoad(page: Page): Promise<string> {
  await page.goto("/trip-tickets/new?job_id=1");
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  return pathOf(page);
}

test("weights fill in a load's tons, and board feet typed by mistake need confirmation", async ({
  as,
  javaScriptEnabled,
}) => {
  const hauler = await as("hauler");
  const address = await claimedLoad(hauler);
  await hauler.goto(`${address}/edit/details`);
  await expect(hauler.locator("#scaled_wood_unit_type_id")).toHaveValue("2");
  await expect(hauler.getByLabel("Log rule")).toBeHidden();
  await hauler.getByLabel("Gross").fill("150,400");
  await hauler.getByLabel("Tare").fill("52,000");
  if (javaScriptEnabled) await expect(hauler.getByLabel("Scaled volume")).toHaveValue("49.2");
  await hauler.getByRole("button", { name: "Save" }).click();
  await expect(hauler.getByText("49.2 tons").first()).toBeVisible();
  if (!javaScriptEnabled)
    await expect(hauler.getByText("The scaled volume comes from the net weight.")).toBeVisible();

  await hauler.goto(`${address}/edit/details`);
  await hauler.locator("#scaled_wood_unit_type_id").selectOption("1");
  await expect(hauler.getByLabel("Log rule")).toBeVisible();
  await hauler.getByRole("button", { name: "Save" }).click();
  await expect(hauler.getByText("Check this before you save")).toBeVisible();
  await expect(hauler.getByText("The scaled volume is 49.2 MBF. One truck carries").first()).toBeVisible();
  await hauler.getByRole("button", { name: "Save anyway" }).click();
  await expect(hauler).toHaveURL(/\/trip-tickets\/\d+(\?|#|$)/);
  await expect(hauler.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  await expect(hauler.getByText("49.2 MBF").first()).toBeVisible();
});

test("choosing another destination offers the products of that destination", async ({
  as,
  javaScriptEnabled,
}) => {
  const page = await as("manager");
  await page.goto("/trip-tickets/new?job_id=1");
  await waitForScripts(page);
  const [place, product] = [
    page.locator("select[name=job_destination_id]"),
    page.locator("select[name=product]"),
  ];
  const mix: Record<string, string[][]> = JSON.parse(
    (await page.locator("form[data-load]").getAttribute("data-load")) ?? "{}",
  );
  const first = await place.inputValue();
  const [key = ""] =
    mix[first]?.find(([k]) => Object.values(mix).some((rows) => !rows.some(([o]) => o === k))) ?? [];
  const [other = "", rows = []] = Object.entries(mix).find(([, all]) => !all.some(([k]) => k === key)) ?? [];
  await product.selectOption(key);
  await place.selectOption(other);
  if (!javaScriptEnabled) {
    await page.getByRole("button", { name: "Create trip ticket" }).click();
    await expect(
      page.getByText("This destination doesn't accept that product. Choose another.").first(),
    ).toBeVisible();
  }
  await expect(place).toHaveValue(other);
  const offered = await product
    .locator("option")
    .evaluateAll((all) => all.map((o) => (o as HTMLOptionElement).value));
  expect(offered.filter(Boolean)).toEqual(rows.map(([k]) => k));
  const [wanted = "", , unit = "", volume = ""] = rows.at(-1) ?? [];
  await product.selectOption(wanted);
  if (javaScriptEnabled) await expect(page.getByLabel("Estimated volume")).toHaveValue(volume);
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  await page.goto(`${pathOf(page)}/edit/ticket`);
  await expect(page.getByLabel("Estimated volume")).toHaveValue(volume);
  await expect(page.getByLabel("Unit")).toHaveValue(unit);
});

test("@asked twelve tickets are created at once with their numbers shown, and deleted again with one Undo button", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto("/trip-tickets/new?job_id=1");
  await page.locator("select[name=hauler_company_id]").selectOption({ label: "Manistee River Hauling" });
  await page.getByLabel("How many loads like this").fill("12");
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  const head = page.getByRole("heading", { level: 1 });
  await expect(head).toHaveText(/^12 tickets made for Manistee River Hauling: \d+-\d+$/);
  const text = page.url();
  await page.getByRole("link", { name: "See them" }).click();
  await expect(page.locator("table tbody tr")).toHaveCount(12);
  await page.goto(text);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone. The tickets are deleted.")).toBeVisible();
  expect((await page.goto(text))?.status()).toBe(404);
});

test("@seen a status change can be undone, and a double tap doesn't also trigger the next status change", async ({
  as,
}, { project }) => {
  const hauler = await as("hauler");
  await claimedLoad(hauler);
  const press = hauler.getByRole("button", { name: "Picked up" });
  // Measure the button once the page has its styles.
  await hauler.waitForLoadState();
  const before = await press.boundingBox();
  await press.click();
  await expect(hauler.locator(".notice.undo")).toContainText(/Picked up .*[AP]M/);
  const next = hauler.getByRole("button", { name: "Dropped off" });
  expect(await next.evaluate((button) => getComputedStyle(button).pointerEvents)).toBe("none");
  expect((await next.boundingBox())?.y).toBeGreaterThan((before?.y ?? 0) + 40);
  await hauler.getByRole("button", { name: "Undo" }).click();
  await expect(hauler.getByText("Undone")).toBeVisible();
  await expect(hauler.getByRole("button", { name: "Picked up" })).toBeVisible();
  await hauler.getByRole("button", { name: "Picked up" }).click();
  await hauler.getByRole("button", { name: "Dropped off" }).click();
  await expect(hauler.getByRole("heading", { name: "Scale slip" })).toBeVisible();
  await hauler.getByLabel("Gross").fill("150,400");
  await hauler.getByLabel("Tare").fill("52,000");
  await hauler.getByLabel("Scale ticket number").fill(`S-12 ${project.name}`);
  await hauler.getByRole("button", { name: "Save" }).click();
  await expect(hauler.getByText("98,400 lb").first()).toBeVisible();
  await expect(hauler.getByText("49.2 tons").first()).toBeVisible();
});
