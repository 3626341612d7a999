import type { Page } from "@playwright/test";
import { runAxe } from "./support/axe";
import { holdRequests } from "./support/held";
import { openWithStoppedClock } from "./support/patiently";
import { expect, test } from "./support/test";

/** Mark the loaded document: the mark is gone once the browser has loaded another page. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-same", ""));
const isSame = (page: Page) => page.locator("html[data-same]").count();
const rows = (page: Page) => page.locator("tbody tr");
const first = (page: Page) => rows(page).first().locator("a.rowlink");

test("sorting, tabs, filters and pages change the list, without a page load if there is a script, and Back undoes them", async ({
  as,
  javaScriptEnabled,
}) => {
  const page = await as("manager");
  const isScripted = javaScriptEnabled ?? true;
  await (isScripted ? openWithStoppedClock(page, "/trip-tickets") : page.goto("/trip-tickets"));
  if (isScripted) await mark(page);
  const head = page.getByRole("columnheader", { name: "Number" });
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/sort=number/);
  const lowest = await first(page).innerText();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByLabel("Pages")).toContainText(/Page 2 of/);
  await page.getByRole("link", { name: "50 rows a page" }).click();
  await expect(rows(page)).toHaveCount(50);
  await page.getByLabel("View").getByRole("link", { name: "Done" }).click();
  await expect(page.getByLabel("View").getByRole("link", { name: "Done" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await page.goBack();
  await expect(rows(page)).toHaveCount(50);
  await page.goBack();
  await expect(page.getByLabel("Pages")).toContainText(/Page 2 of/);
  await page.goBack();
  await expect(page.getByLabel("Pages")).toContainText(/Page 1 of/);
  await expect(first(page)).toHaveText(lowest);
  await page.goForward();
  await expect(page.getByLabel("Pages")).toContainText(/Page 2 of/);
  expect(await isSame(page)).toBe(isScripted ? 1 : 0);
});

test("@script jobs are searched and sorted without a page load, and typed text and focus stay", async ({
  as,
}) => {
  const page = await as("manager");
  await openWithStoppedClock(page, "/jobs");
  await mark(page);
  const search = page.getByLabel("Search names");
  await search.fill("Deward");
  await search.press("Enter");
  await expect(page).toHaveURL(/name=Deward/);
  await expect(search).toHaveValue("Deward");
  await expect(search).toBeFocused();
  await expect(page.locator("#said-by-script")).toContainText("1");
  const head = page.getByRole("columnheader", { name: "Start" }).getByRole("link");
  await head.press("Enter");
  await expect(page.getByRole("columnheader", { name: "Start" })).toHaveAttribute("aria-sort", "descending");
  await expect(head).toBeFocused();
  await expect(page.locator("#said-by-script")).toContainText("sorted by Start, descending");
  expect(await isSame(page)).toBe(1);
  // Resume the clock, since axe waits for timers.
  await page.clock.resume();
  expect(await runAxe(page, "everything")).toEqual([]);
});

// Use a user whose selection no other test changes; the manager's is used in another test.
test("@script ticked rows are saved when the list changes, and are still ticked on return to their page", async ({
  as,
}) => {
  const page = await as("ida");
  await openWithStoppedClock(page, "/trip-tickets?sort=number&desc=0");
  await mark(page);
  await rows(page).first().getByRole("checkbox").check();
  await expect(page.getByLabel("Selection").getByRole("button", { name: "Status" })).toBeVisible();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByLabel("Pages")).toContainText(/Page 2 of/);
  await expect(page.getByRole("link", { name: "1 selected ticket" })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Pages")).toContainText(/Page 1 of/);
  await expect(rows(page).first().getByRole("checkbox")).toBeChecked();
  expect(await isSame(page)).toBe(1);
  await page.getByLabel("Selection").getByRole("button", { name: "Clear" }).click();
  await expect(rows(page).first().getByRole("checkbox")).not.toBeChecked();
});

test("@script the header checkbox ticks the page's rows, and shows whether all are ticked", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto("/trip-tickets");
  const head = page.getByLabel("Select all rows on this page");
  await head.check();
  const boxes = page.locator("tbody input[name=ids]");
  const count = await boxes.count();
  expect(count).toBeGreaterThan(1);
  await expect(page.locator("tbody input[name=ids]:checked")).toHaveCount(count);
  await expect(page.getByLabel("Selection").getByRole("button", { name: "Status" })).toBeVisible();
  await boxes.first().uncheck();
  await expect(head).not.toBeChecked();
  await boxes.first().check();
  await expect(head).toBeChecked();
  await head.uncheck();
  await expect(page.locator("tbody input[name=ids]:checked")).toHaveCount(0);
});

test("@script entering one ticket number opens that ticket", async ({ as }) => {
  const page = await as("manager");
  await page.goto("/trip-tickets");
  const number = (await first(page).innerText()).trim();
  await page.getByLabel("Ticket numbers").fill(number);
  await page.getByLabel("Ticket numbers").press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
});

test.describe("@script a failing connection", () => {
  test.use({ allowed: [/net::ERR_/] });

  test("a list that a script fails to fetch is opened as a page", async ({ as }) => {
    const page = await as("manager");
    await page.goto("/trip-tickets");
    await mark(page);
    let asked = 0;
    await page.route(/sort=number/, (route) => {
      asked++;
      return route.request().resourceType() === "fetch" ? route.abort() : route.continue();
    });
    await page.getByRole("columnheader", { name: "Number" }).getByRole("link").click();
    await expect(page.getByRole("columnheader", { name: "Number" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    expect(asked).toBe(2);
    expect(await isSame(page)).toBe(0);
  });
});

test("@script text typed after / while the search box loads goes into the box, and triggers no list shortcuts", async ({
  as,
}) => {
  const page = await as("manager");
  await openWithStoppedClock(page, "/trip-tickets");
  const come = await holdRequests(page, /\/behaviors\/shortcut-actions/);
  await page.keyboard.press("/");
  await page.keyboard.type("exjk Deward");
  come();
  await expect(page.getByRole("dialog", { name: "Find anything" }).locator("input")).toHaveValue(
    "exjk Deward",
  );
  await expect(page).toHaveURL(/\/trip-tickets$/);
});

test("@script shortcut keys move through a list, tick, open and edit, but not while typing", async ({
  as,
}) => {
  const page = await as("ida");
  await page.goto("/trip-tickets");
  const link = (row: number) => rows(page).nth(row).locator("a.rowlink");
  await page.keyboard.press("j");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(link(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("x");
  await expect(rows(page).first().getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("x");
  await expect(rows(page).first().getByRole("checkbox")).not.toBeChecked();

  const search = page.getByLabel("Ticket numbers");
  await search.focus();
  await page.keyboard.type("jkxe/?");
  await expect(search).toHaveValue("jkxe/?");
  await search.fill("");
  await search.blur();

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await expect(help).toContainText("Next row");
  expect(await runAxe(page, "everything")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);

  await page.keyboard.press("j");
  const href = await link(0).getAttribute("href");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("e");
  // Pages below a ticket have its id in their address, even if the list's link contained its name.
  await page.waitForURL(/\/trip-tickets\/\d+\/edit\/details$/);
  await page.goBack();
  await page.keyboard.press("j");
  await expect(link(0)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${href}`);
});

test("@script / and Ctrl+K open the search box with the available actions at every screen width", async ({
  as,
}) => {
  const page = await as("manager");
  for (const [width, key] of [
    [1366, "/"],
    [390, "ControlOrMeta+k"],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/jobs");
    await page.keyboard.press(key);
    const bar = page.getByRole("dialog", { name: "Find anything" });
    const box = bar.getByRole("combobox", { name: "Find anything" });
    await expect(box).toBeFocused();
    await box.pressSequentially("new load dew");
    const option = bar.getByRole("option").first();
    await expect(option).toContainText("New load on Deward");
    await expect(option).toBeInViewport({ ratio: 1 });
    expect(await runAxe(page, "everything")).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(bar.getByRole("option")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(bar).toHaveCount(0);
    await page.keyboard.press(key);
    await box.pressSequentially("new load dew");
    await expect(option).toContainText("New load on Deward");
    await page.keyboard.press("Enter");
    await page.waitForURL(/trip-tickets\/new\?job_id=/);
  }
});

test("@script a column can be dragged to another position and stays there", async ({ as }) => {
  const page = await as("logger");
  await page.goto("/trip-tickets");
  const heads = async () =>
    (await page.locator("th[data-column]").allInnerTexts()).map((words) => words.replace(/[↑↓]/g, "").trim());
  const before = await heads();
  const [from, to] = [page.locator("th[data-column]").nth(0), page.locator("th[data-column]").nth(2)];
  await from.hover();
  await expect(from).toHaveAttribute("draggable", "true");
  await from.dragTo(to);
  const after = [before[1], before[2], before[0], ...before.slice(3)];
  await expect.poll(heads).toEqual(after);
  await page.reload();
  expect(await heads()).toEqual(after);
});

test.describe("page transitions", () => {
  test.use({ allowed: [/A mistake of a script/] });
  test("@script a page transition that the browser aborts isn't reported as an error, but other rejections are", async ({
    as,
  }) => {
    const page = await as("manager");
    await page.goto("/trip-tickets");
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.evaluate(() => {
      void Promise.reject(
        new DOMException("Transition was aborted because of invalid state", "InvalidStateError"),
      );
      void Promise.reject(new Error("A mistake of a script"));
    });
    await expect.poll(() => errors).toEqual(["A mistake of a script"]);
  });
});
