import type { Locator, Page } from "@playwright/test";
import { expect, signInWithCookies, test } from "./support/test";

type Row = { id: number; number: number; status: string };

const cell = (row: string, name: string) =>
  new RegExp(`data-label="${name}"[^>]*>(.*?)</td>`, "s").exec(row)?.[1]?.replace(/<[^>]+>/g, "") ?? "";

/** Return the rows of a list page from its HTML. */
async function rowsOf(page: Page): Promise<Row[]> {
  const rows = await page
    .locator("table tbody tr")
    .evaluateAll((results) => results.map((row) => row.outerHTML))
    .catch(() => [] as string[]);
  return rows.map((html) => ({
    id: Number(/selected=(\d+)/.exec(html)?.[1]),
    number: Number.parseInt(cell(html, "Number"), 10),
    status: cell(html, "Status").trim(),
  }));
}

/** Follow a link from a list to another list, and wait until a script has changed it in place or the page has loaded. */
async function follow(page: Page, link: Locator) {
  const href = await link.getAttribute("href");
  await link.click();
  await page.waitForURL((url) => url.pathname + url.search === href);
}

/** Return every row of a list view, following the Next link from page to page. */
async function walk(page: Page, address: string): Promise<Row[]> {
  await page.goto(address);
  const rows = await rowsOf(page);
  while (await page.getByRole("link", { name: "Next" }).count()) {
    await follow(page, page.getByRole("link", { name: "Next" }));
    rows.push(...(await rowsOf(page)));
  }
  return rows;
}

async function newTicket(page: Page): Promise<Row> {
  await page.goto("/trip-tickets/new?job_id=1");
  await page.getByRole("button", { name: "Create trip ticket" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Trip Ticket #");
  const number = Number((await page.getByRole("heading", { level: 1 }).innerText()).replace(/\D/g, ""));
  return { id: Number(new URL(page.url()).pathname.split("/").at(-1)), number, status: "Available" };
}

test("@asked one ticket number opens its ticket, several numbers list their tickets, and unknown numbers are reported", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  const [one, two] = [await newTicket(page), await newTicket(page)];
  const search = async (text: string) => {
    await page.goto("/trip-tickets");
    await page.getByLabel("Ticket numbers").fill(text);
    await page.getByRole("button", { name: "Search" }).click();
  };
  await search(` #${one.number} `);
  await expect(page).toHaveURL(new RegExp(`/trip-tickets/${one.id}$`));

  await search(`${one.number}, ${two.number} 999999`);
  await expect(page.locator("table tbody tr")).toHaveCount(2);
  expect((await rowsOf(page)).map((row) => row.id).sort()).toEqual([one.id, two.id].sort());
  await expect(page.getByLabel("Pages")).toContainText("2 trip tickets");
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(page.getByLabel("Ticket numbers")).toHaveValue("");

  await search("999998");
  await expect(page.getByText("No trip tickets found")).toBeVisible();
  await page.getByRole("link", { name: "Show all loads" }).click();
  await expect(page.locator("table tbody tr")).toHaveCount(15);

  await search(`${one.number}, ${two.number}, Deward`);
  await expect(page.getByText("Not a number: Deward")).toBeVisible();
  await expect(page.getByLabel("Ticket numbers")).toHaveValue(`${one.number}, ${two.number}, Deward`);
  await expect(page.locator("table tbody tr")).toHaveCount(2);
});

test("@asked each tab shows the loads of its status in one click, and the number of these loads", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto("/trip-tickets");
  const tab = (name: string) => page.getByLabel("View").getByRole("link", { name });
  const shown = async () => [...new Set((await rowsOf(page)).map((row) => row.status))];
  await expect(tab("Loads")).toHaveAttribute("aria-current", "page");
  for (const [name, status] of [
    ["In transit", "In Transit"],
    ["Done", "Completed"],
    ["Cancelled", "Cancelled"],
  ] as const) {
    const int = Number.parseInt((await tab(name).innerText()).replace(/\D/g, ""), 10);
    await tab(name).click();
    await expect(tab(name)).toHaveAttribute("aria-current", "page");
    expect(await shown()).toEqual([status]);
    await expect(page.getByLabel("Pages")).toContainText(`${int} trip ticket`);
    await expect(page.getByLabel("Filters")).toHaveCount(0);
  }
  await tab("To scale").click();
  await expect(page.locator(".head")).toContainText(/^.*\d+ loads?, .*\d+ unscaled/);
  await follow(page, tab("Available"));
  expect((await shown()).filter((status) => status !== "Available" && status !== "In Yard")).toEqual([]);
});

test("@seen the button that applies the filters is reachable from any scroll position", async ({ page }) => {
  await signInWithCookies(page, "manager");
  for (const [width, end] of [
    [1366, 844],
    [390, 844 - 61],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/trip-tickets?filters=open#filters");
    const bottoms = async () => {
      const box = await page.getByRole("button", { name: "Apply Filters" }).boundingBox();
      return box && Math.round(box.y + box.height);
    };
    expect(await bottoms()).toBeLessThanOrEqual(end);
    await page.getByLabel("Which date").scrollIntoViewIfNeeded();
    expect(await bottoms()).toBeLessThanOrEqual(end);
    // Lists of options are collapsed: the panel is only a few screens high, less than all the names would need.
    const height = await page.locator(".filters form").evaluate((form) => form.scrollHeight);
    expect(height).toBeLessThan(2_400);
  }
});

test("@seen a phone's list of loads to claim shows each load's job and location", async ({ page }) => {
  await signInWithCookies(page, "hauler");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/trip-tickets?view=available");
  const row = page.locator("tbody tr:has(.c-claim:not(.empty))").first();
  await expect(row.locator(".c-job")).toBeInViewport({ ratio: 1 });
  await expect(row.locator(".c-job .place")).toContainText(/, [A-Z]{2}/);
});

test("@seen a desktop screen shows fourteen loads, a phone screen five, and one click shows more rows per page", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  for (const [width, height, least, row] of [
    [1366, 900, 14, 41],
    [390, 844, 5, 88],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/trip-tickets");
    const boxes = await page
      .locator("tbody tr")
      .evaluateAll((rows) =>
        rows.map((r) => ({ height: r.clientHeight, end: r.getBoundingClientRect().bottom })),
      );
    const end = width < 960 ? height - 61 : height;
    expect(boxes.filter((box) => box.end <= end).length).toBeGreaterThanOrEqual(least);
    expect(Math.max(...boxes.map((box) => box.height))).toBeLessThanOrEqual(row);
    // A checkbox is wide enough for a thumb on a phone, or for a pointer on a desktop.
    const thumb = width < 960 ? 44 : 24;
    const ticks = await page.locator("tbody .tick").evaluateAll((all) =>
      all.map((tick) => {
        const box = tick.getBoundingClientRect();
        return Math.min(box.width, box.height);
      }),
    );
    expect(ticks.length).toBeGreaterThanOrEqual(least);
    expect(Math.min(...ticks)).toBeGreaterThanOrEqual(thumb);
    await page.getByRole("link", { name: "50 rows a page" }).click();
    await expect(page.locator("tbody tr")).toHaveCount(50);
    const wider = (selector: string) =>
      page.locator(selector).evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(await wider("html")).toBe(0);
    expect(await wider(".tablewrap")).toBe(0);
  }
});

test("@asked column headers sort in both directions, and the sort order stays from page to page", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto("/trip-tickets");
  const header = (name: string) => page.getByRole("columnheader", { name });
  await expect(header("Last changed")).toHaveAttribute("aria-sort", "descending");
  await header("Number").getByRole("link").click();
  await expect(header("Number")).toHaveAttribute("aria-sort", "ascending");
  const first = await rowsOf(page);
  const numbers = (rows: Row[]) => rows.map((row) => row.number);
  expect(numbers(first)).toEqual(numbers(first).toSorted((a, b) => a - b));
  expect(first).toHaveLength(15);

  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByLabel("Pages")).toContainText(/Page 2 of \d+/);
  await expect(header("Number")).toHaveAttribute("aria-sort", "ascending");
  const second = await rowsOf(page);
  expect(second[0]?.number).toBeGreaterThanOrEqual(first.at(-1)?.number ?? Number.POSITIVE_INFINITY);
  expect(second.filter((row) => first.some(({ id }) => id === row.id))).toEqual([]);

  await page.getByRole("link", { name: "Last", exact: true }).click();
  await expect(page.getByRole("link", { name: "Next" })).toHaveCount(0);
  await follow(page, page.getByRole("link", { name: "First", exact: true }));
  expect((await rowsOf(page))[0]).toEqual(first[0]);
  await header("Number").getByRole("link").click();
  await expect(header("Number")).toHaveAttribute("aria-sort", "descending");
  const back = numbers(await rowsOf(page));
  expect(back).toEqual(back.toSorted((a, b) => b - a));
});

test("@asked unknown list settings are ignored, an unreadable filter is shown, and a page past the end leads back", async ({
  page,
}) => {
  await signInWithCookies(page, "manager");
  await page.goto("/trip-tickets?view=x&sort=secret&desc=maybe&page=-4");
  await expect(page.locator("table tbody tr")).toHaveCount(15);
  await page.goto("/trip-tickets?status=99&status=y");
  await expect(page.getByText("We couldn't read part of this filter")).toHaveCount(1);
  await expect(page.locator("table tbody tr")).toHaveCount(0);
  await page.goto("/trip-tickets?page=5000");
  await follow(page, page.getByRole("link", { name: "Previous" }));
  expect((await rowsOf(page)).length).toBeGreaterThan(0);
  await expect(page.getByRole("link", { name: "Next" })).toHaveCount(0);
});

test("@asked a rival's lists and searches contain none of another company's loads", async ({ as }) => {
  const manager = await as("manager");
  const rival = await as("rival");
  const ticket = await newTicket(manager);
  const everything = "/trip-tickets?status=1&status=2&status=3&status=4&status=5&status=6&sort=number";
  const seen = async (page: Page) => [
    ...(await walk(page, everything)),
    ...(await walk(page, "/trip-tickets?view=available&sort=number")),
  ];
  const theirs = await seen(manager);
  const own = await seen(rival);
  expect(theirs.map((row) => row.id)).toContain(ticket.id);
  expect(theirs.length).toBeGreaterThan(50);
  expect(own.length).toBeGreaterThan(5);
  const known = new Set(theirs.map((row) => row.id));
  expect(own.filter((row) => known.has(row.id))).toEqual([]);
  await rival.goto(`/trip-tickets?q=${ticket.number}`);
  expect(new URL(rival.url()).pathname).not.toBe(`/trip-tickets/${ticket.id}`);
  expect((await rowsOf(rival)).filter((row) => known.has(row.id))).toEqual([]);
});
