import type { Page } from "@playwright/test";
import { runAxe } from "./support/axe";
import { expect, test } from "./support/test";

const open = async (page: Page) => {
  await page.goto("/company/certifications/new");
  const claim = page.getByRole("combobox", { name: "Product claim" });
  await expect(claim).toHaveAttribute("aria-autocomplete", "list");
  return claim;
};
const sent = (page: Page) =>
  page.locator("select[name=product_claim_id]").evaluate((select) => (select as HTMLSelectElement).value);

test("a field with many options is a plain select unless a script replaces it with a picker", async ({
  as,
}, info) => {
  const page = await as("manager");
  await page.goto("/company/certifications/new");
  const select = page.locator("select[name=product_claim_id]");
  if (info.project.name === "no-script") {
    await select.selectOption("SFI Fiber Sourcing");
    expect(await sent(page)).toBe("11");
  } else await expect(select).toBeHidden();
  // Short lists are a plain select, with and without JavaScript.
  await expect(page.locator("select[name=certification_type_id]")).toBeVisible();
});

for (const light of [false, true])
  test(`@script a picker works by keyboard${light ? ", on light pages too" : ""}`, async ({ as }) => {
    const page = await as("manager");
    await page.goto("/company");
    if (light) await page.context().addCookies([{ name: "tt_light", value: "1", url: page.url() }]);
    const claim = await open(page);
    await page.getByLabel("Certification type").selectOption("FSC");
    const marked = page.locator('[role=option][aria-selected="true"]');
    const press = (key: string) => page.keyboard.press(key);
    await claim.focus();
    await press("ArrowDown");
    await expect(claim).toHaveAttribute("aria-expanded", "true");
    await expect(marked).toHaveText("None");
    await press("ArrowDown");
    await expect(marked).toHaveText("FSC 100%");
    expect(await claim.getAttribute("aria-activedescendant")).toBe(await marked.getAttribute("id"));
    await press("End");
    await expect(marked).toHaveText("FSC Controlled Wood");
    await press("ArrowDown");
    await expect(marked).toHaveText("None");
    await press("ArrowUp");
    await expect(marked).toHaveText("FSC Controlled Wood");
    await press("Home");
    await expect(marked).toHaveText("None");
    await press("Escape");
    await expect(claim).toHaveAttribute("aria-expanded", "false");
    expect(await sent(page)).toBe("");

    await page.keyboard.type("mix cr");
    await expect(marked).toHaveText("FSC Mix Credit");
    await press("Enter");
    await expect(claim).toHaveValue("FSC Mix Credit");
    expect(await sent(page)).toBe("3");
    await expect(page).toHaveURL(/certifications\/new$/);

    // The Tab key chooses the highlighted option and moves to the next field.
    await press("ControlOrMeta+A");
    await page.keyboard.type("recycled cr");
    await press("Tab");
    await expect(claim).toHaveValue("FSC Recycled Credit");
    expect(await sent(page)).toBe("5");
    await expect(page.getByLabel("Expires")).toBeFocused();

    // Text that matches nothing leaves the previous choice unchanged. An empty field is accepted only if the field is
    // optional.
    await claim.fill("oak furniture");
    await expect(page.getByText("Nothing matches your search")).toBeVisible();
    await press("Escape");
    await expect(claim).toHaveValue("FSC Recycled Credit");
    await claim.fill("");
    await press("Tab");
    expect(await sent(page)).toBe("");
  });

test("@script a picker works by touch, and submits what it shows", async ({ as }) => {
  const page = await as("rival");
  await page.setViewportSize({ width: 390, height: 844 });
  const claim = await open(page);
  const license = `FSC-C${String(Date.now() % 1_000_000).padStart(6, "0")}`;
  await page.getByLabel("Certification type").selectOption("FSC");
  await page.getByLabel("License").fill(license);
  await claim.click();
  const panel = page.locator(".picker-panel").filter({ visible: true });
  const box = await panel.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(390);
  expect(box?.height).toBeLessThanOrEqual(304);
  await page.getByRole("option", { name: "FSC Mix Credit" }).click();
  await expect(panel).toHaveCount(0);
  await claim.click();
  await page.mouse.click(10, 10);
  await expect(panel).toHaveCount(0);
  await page.getByRole("button", { name: "Add Certification" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: license })).toContainText("FSC Mix Credit");
});

for (const colorScheme of ["light", "dark"] as const)
  test(`@script axe finds no fault in an open picker, color scheme ${colorScheme}`, async ({ as }) => {
    const page = await as("manager");
    await page.emulateMedia({ colorScheme });
    const claim = await open(page);
    const faults = () => runAxe(page, "everything");
    await claim.click();
    await page.keyboard.press("ArrowDown");
    expect(await faults()).toEqual([]);
    await claim.fill("oak furniture");
    await expect(page.getByText("Nothing matches your search")).toBeVisible();
    expect(await faults()).toEqual([]);
  });

test("@script the search field suggests results that link to their pages", async ({ as }) => {
  const page = await as("logger");
  await page.goto("/company/certifications/requests/new");
  const search = page.getByRole("combobox", { name: "Holder, group or license" });
  await search.pressSequentially("crawford");
  await expect(page.getByRole("option")).toHaveCount(1);
  expect(await runAxe(page, "everything")).toEqual([]);
  await search.press("Enter");
  await expect(page.getByRole("button", { name: "Ask Superior Land & Timber" })).toBeVisible();
});
