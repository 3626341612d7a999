import type { Page } from "@playwright/test";
import { expect, PASSWORD, test } from "./support/test";

/**
 * Press Tab until the element with this name has the focus, as a user without a mouse does. Every element on the way
 * must show that it has the focus, and none may trap it.
 */
async function tabTo(page: Page, name: RegExp, most = 120) {
  const passed: string[] = [];
  for (let step = 0; step < most; step++) {
    await page.keyboard.press("Tab");
    const target = await page.evaluate(() => {
      const here = document.activeElement as HTMLElement | null;
      if (!here || here === document.body) return null;
      const style = getComputedStyle(here);
      const label = (here as HTMLInputElement).labels?.[0]?.textContent ?? "";
      const box = here.getBoundingClientRect();
      return {
        name: `${here.getAttribute("aria-label") ?? ""} ${label} ${here.textContent}`
          .replace(/\s+/g, " ")
          .trim(),
        shown: style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2,
        visible: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
      };
    });
    if (!target) continue;
    passed.push(target.name.slice(0, 40));
    expect(target, `focus on "${target.name}"`).toMatchObject({ shown: true, visible: true });
    if (name.test(target.name)) return;
  }
  throw new Error(`Tab does not reach ${name}; it passed ${passed.join(" | ")}`);
}

const press = async (page: Page, name: RegExp) => {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
};
const type = async (page: Page, name: RegExp, text: string) => {
  await tabTo(page, name);
  await page.keyboard.type(text);
};

test("@seen a load can be created and dropped off with the keyboard alone", async ({ page }, { project }) => {
  await page.goto("/login");
  await type(page, /^Email or phone/, "manager@demo.test");
  await type(page, /^Password/, PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await press(page, /^New trip ticket/);
  await page.waitForURL(/trip-tickets\/new/);
  await press(page, /^Deward Tract/);
  await page.waitForURL(/job_id=/);

  await tabTo(page, /^Estimated volume/);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("48.25");
  await press(page, /^Create trip ticket/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  await expect(page.getByText("48.25 tons").first()).toBeVisible();
  const address = new URL(page.url()).pathname;

  await press(page, /^Claim/);
  await expect(page.getByLabel("Hauler")).toBeVisible();
  await tabTo(page, /^Hauler/);
  await page.keyboard.press("ArrowDown");
  await press(page, /^Claim/);
  await expect(page.getByText("Claimed").first()).toBeVisible();
  await page.waitForURL((url) => url.pathname === address);
  await press(page, /^Picked up/);
  await expect(page.getByText("In Transit").first()).toBeVisible();
  await press(page, /^Dropped off/);
  await expect(page.getByText("Completed").first()).toBeVisible();

  await press(page, /^Edit Details/);
  await page.waitForURL(/edit\/details/);
  await type(page, /^Scale ticket number/, `K-1 ${project.name}`);
  await press(page, /^Save/);
  await expect(page.getByText("K-1").first()).toBeVisible();
  await press(page, /^Print/);
  await expect(page.getByRole("heading", { name: "Certifications" })).toBeVisible();
});

test("@seen the first Tab offers to skip the sidebar, and Tab then continues in the page", async ({
  page,
}) => {
  await page.goto("/login");
  await type(page, /^Email or phone/, "hauler@demo.test");
  await type(page, /^Password/, PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/trip-tickets");
  await tabTo(page, /^Skip to/, 1);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("@script a dialog receives the focus, keeps it inside, and returns it", async ({ page }) => {
  await page.goto("/login");
  await type(page, /^Email or phone/, "manager@demo.test");
  await type(page, /^Password/, PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/trip-tickets/new?job_id=1");
  await press(page, /^Create trip ticket/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  await page.waitForLoadState("networkidle");
  await press(page, /^Cancel ticket/);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  for (let i = 0; i < 8; i++) {
    await page.keyboard.press("Tab");
    // After the dialog's last button the focus goes to the browser's toolbar, which is reported as the body. It never
    // goes to an element behind the dialog.
    expect(
      await page.evaluate(() =>
        document.activeElement === document.body
          ? "bar"
          : document.activeElement?.closest("dialog")?.className,
      ),
    ).toMatch(/^(bar|dialog)$/);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Cancel ticket" })).toBeFocused();
});
