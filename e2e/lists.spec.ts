import type { Page } from "@playwright/test";
import { holdRequests } from "./support/held";
import { chooseOption, expect, test } from "./support/test";

type Found = { trip_ticket: { id: number; trip_ticket_number: number; estimated_volume: number | null } };

/** Create loads of aspen for this test alone, identified by a volume that no other test types. */
async function makeLoads(
  page: Page,
  loads: number,
  volume: string,
): Promise<{ id: number; number: number }[]> {
  await page.goto("/trip-tickets/new?job_id=1");
  await page.getByLabel("Estimated volume").fill(volume);
  await page.getByLabel("How many loads").fill(String(loads));
  await page.getByRole("button", { name: /^Create/ }).click();
  await page.waitForURL(/trip-tickets\/(made|\d+)/);
  const answer = await page.request.post("/api/trip-tickets/search", {
    data: { wood_species_ids: [746], trip_ticket_status_ids: [7], take: 100 },
  });
  const { trip_tickets } = (await answer.json()) as { trip_tickets: Found[] };
  return trip_tickets
    .map(({ trip_ticket: t }) => ({ id: t.id, number: t.trip_ticket_number, volume: t.estimated_volume }))
    .filter((t) => t.volume === Number(volume))
    .sort((a, b) => a.number - b.number);
}

const boxOf = (page: Page, number: number) => page.getByLabel(`Select ticket ${number}`, { exact: true });

/** Return the first day of the month that was n months ago. */
const monthsAgo = (n: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1)).toISOString().slice(0, 10);
};

test("a dispatcher finds a mill's unscaled aspen loads in a range of months, and can remove each filter", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto("/trip-tickets");
  await page.getByRole("link", { name: "More filters" }).click();
  await expect(page.getByText("All fields are optional")).toBeVisible();
  await page.getByRole("link", { name: "Last month" }).click();
  await expect(page.getByRole("link", { name: "Last month" })).toHaveAttribute("aria-current", "true");
  // The demo's recent weeks are settled, so their loads are scaled; unscaled loads may be older or very recent.
  const [from, to] = [monthsAgo(3), new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)];
  await page.goto(`/trip-tickets?filters=open&dropped_off_start=${from}&dropped_off_end=${to}`);
  for (const [name, option] of [
    ["Companies", "AuSable Paper & Lumber"],
    ["Species", "quaking aspen"],
  ] as const) {
    const group = page.getByRole("group", { name, exact: true });
    await group.getByText(name, { exact: true }).last().click();
    await group.getByLabel(option).check();
  }
  await page.getByLabel("Scaled", { exact: true }).selectOption("no");
  await page.getByRole("button", { name: "Apply Filters" }).click();
  const rows = page.locator("table tbody tr");
  const chips = page.getByRole("navigation", { name: "Filters" });
  await expect(chips.getByRole("link", { name: /Not scaled/ })).toBeVisible();
  const count = await rows.count();
  expect(count).toBeGreaterThan(0);
  for (const row of await rows.all()) {
    await expect(row).toContainText("quaking aspen");
    await expect(row).not.toContainText("scaled");
  }
  // The days appear in the filter row; filters that the row has no field for appear as chips.
  await expect(page.getByLabel("When")).toHaveValue(/^\d{4}-\d\d-01\.\.\d{4}-\d\d-\d\d$/);
  await expect(chips.getByRole("link")).toHaveCount(3);
  await chips.getByRole("link", { name: /Not scaled/ }).click();
  await expect(chips.getByRole("link")).toHaveCount(2);
  expect(await rows.count()).toBeGreaterThanOrEqual(count);
  const head = page.locator(".head");
  await expect(head).toContainText(/^.*\d+ loads?, /);
  const sums = /\d+ loads?, .*/.exec(await head.innerText())?.[0] ?? "";
  await page.getByLabel("Mill", { exact: true }).selectOption("AuSable Paper & Lumber");
  await page.getByLabel("Status", { exact: true }).selectOption("Completed");
  await page.getByRole("button", { name: "Show" }).click();
  // AuSable was already selected, and loads that are dropped off count as done, so the filter row finds the same loads.
  await expect(head).toContainText(sums);
  await expect(chips.getByRole("link")).toHaveCount(2);
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page).toHaveURL(/\/trip-tickets$/);
});

test("@asked Next and Previous shift a date range by its own length, and Next is disabled once it reaches today", async ({
  as,
}) => {
  const page = await as("manager");
  await page.goto("/trip-tickets?filters=open&dropped_off_start=2026-09-07&dropped_off_end=2026-09-13");
  await page.getByRole("link", { name: "Next period" }).click();
  await expect(page.getByLabel("From")).toHaveValue("2026-09-14");
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("2026-09-20");
  await page.getByRole("link", { name: "Previous period" }).click();
  await expect(page.getByLabel("From")).toHaveValue("2026-09-07");
  await page.getByRole("link", { name: "This month" }).click();
  await expect(page.getByRole("button", { name: "Next period" })).toBeDisabled();
});

test("loads selected on two pages and in another list change in one action; a canceled load is refused with a reason", async ({
  as,
}, info) => {
  // Selections are stored per user, so each project uses a different user.
  const page = await as(info.project.name === "script" ? "manager" : "ida");
  const loads = await makeLoads(page, 12, info.project.name === "script" ? "33.331" : "33.332");
  expect(loads.length).toBeGreaterThanOrEqual(12);
  const [first, second, gone, last] = [loads[0], loads[1], loads[2], loads[11]];
  if (!first || !second || !gone || !last) throw new Error("no loads");
  await page.request.post(`/trip-tickets/${gone.id}/cancellation`, { form: { version: "2" } });

  const numbers = loads.map((l) => l.number).join(",");
  const mine = `/trip-tickets?view=available&trip_ticket_numbers=${numbers}&wood_species_ids=746`;
  await page.goto(`${mine}&sort=number`);
  await expect(page.getByRole("button", { name: "Assign", exact: true })).toBeHidden();
  await boxOf(page, first.number).check();
  await boxOf(page, second.number).check();
  await expect(page.getByRole("button", { name: "Assign", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Update selection" }).click();
  await expect(page.getByRole("link", { name: "2 selected tickets" })).toBeVisible();
  await expect(boxOf(page, first.number)).toBeChecked();
  await page.getByRole("link", { name: "Next" }).click();
  await boxOf(page, last.number).check();
  await page.getByRole("button", { name: "Update selection" }).click();
  await expect(page.getByRole("link", { name: "3 selected tickets" })).toBeVisible();
  await page.goto(`/trip-tickets?trip_ticket_status_ids=4&trip_ticket_numbers=${numbers}`);
  await page.getByRole("button", { name: "Select all 1 matching" }).click();
  await page.getByRole("link", { name: "4 selected tickets" }).click();

  await expect(page.getByText(`Trip Ticket #${first.number}`)).toBeVisible();
  await page.getByRole("link", { name: "Change the priority" }).click();
  await page.getByLabel("New priority").selectOption("High");
  await page.getByRole("button", { name: "Show what changes" }).click();
  await expect(page.getByText("Priority: Medium High").first()).toBeVisible();
  await page.getByRole("button", { name: "Change the priority" }).click();
  await expect(page.getByRole("heading", { name: "Change the priority to High" })).toBeVisible();
  await expect(page.getByText("3 tickets changed, 1 refused")).toBeVisible();
  await expect(page.locator("li", { hasText: `Ticket ${gone.number}` })).toContainText(
    "Refused: You can only change the status of a Cancelled ticket.",
  );
  const result = page.url();

  await page.getByRole("link", { name: `Ticket ${first.number}` }).click();
  await expect(page.getByText("Priority changed from Medium to High").first()).toBeVisible();
  await page.goto("/trip-tickets/selection");
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.goto("/trip-tickets/selection");
  await expect(page.getByText("Nothing is selected")).toBeVisible();

  // A rival who knows ids and addresses can't select or change anything, and learns nothing about the loads.
  const rival = await as("rival");
  await rival.request.post("/trip-tickets/selection", {
    form: { shown: String(second.id), ids: String(second.id) },
  });
  await rival.goto("/trip-tickets/selection");
  await expect(rival.getByText("Nothing is selected")).toBeVisible();
  expect((await rival.goto(result))?.status()).toBe(404);
  const act = { act: "deletion", ids: [second.id, last.id] };
  expect((await rival.request.post("/api/trip-tickets/bulk", { data: act })).status()).toBe(404);
  expect((await page.goto(`/trip-tickets/${second.id}`))?.status()).toBe(200);
});

test("@asked a colleague can open a shared filter, and its owner can delete it", async ({ as }, info) => {
  const name = `Unscaled aspen ${info.project.name}`;
  const page = await as("manager");
  await page.goto("/trip-tickets?wood_species_ids=746&scaled=no");
  await page.getByRole("link", { name: "Saved filters" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Share with your company").check();
  await page.getByRole("button", { name: "Save filter" }).click();
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();

  const walt = await as("walt");
  await walt.goto("/trip-tickets/filters");
  await expect(walt.getByRole("link", { name: `Delete ${name}` })).toHaveCount(0);
  await walt.getByRole("link", { name, exact: true }).click();
  await expect(walt.getByRole("navigation", { name: "Filters" })).toContainText("quaking aspen");
  const rival = await as("rival");
  await rival.goto("/trip-tickets/filters");
  await expect(rival.getByText(name)).toHaveCount(0);

  await page.getByRole("link", { name: `Delete ${name}` }).click();
  await page.getByRole("button", { name: "Delete filter" }).click();
  await expect(page.getByText(name)).toHaveCount(0);
});

test("@asked shown and reordered columns stay as the user set them", async ({ as }) => {
  const page = await as("marguerite");
  await page.goto("/trip-tickets/columns");
  await page.getByLabel("Scale ticket", { exact: true }).check();
  await page.getByLabel("Priority", { exact: true }).check();
  await page.getByRole("button", { name: "Up Priority" }).click();
  await expect(page.getByLabel("Scale ticket", { exact: true })).toBeChecked();
  await chooseOption(page, "Move", "Scale ticket");
  await chooseOption(page, "To place", "2, now Status");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByLabel("Scale ticket", { exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Save columns" }).click();
  const headers = async () =>
    (await page.locator("thead th").allInnerTexts()).map((t) => t.replace(/[↕↑↓\s]+$/, ""));
  expect((await headers()).slice(1, 5)).toEqual(["Number", "Id", "Priority", "Scale ticket"]);
  await page.goto("/trip-tickets/columns");
  await page.getByRole("button", { name: "Reset to default" }).click();
  expect(await headers()).not.toContain("Scale ticket");
});

test("@script the panel opens beside the list, ticket numbers are looked up while typing, column order is stored", async ({
  as,
}) => {
  const page = await as("manager");
  // Use a load that no other test changes: another test may delete or move the list's first load before the click.
  const [load] = await makeLoads(page, 1, "38.25");
  await page.goto(`/trip-tickets?trip_ticket_numbers=${load?.number}`);
  const link = page.locator(`a[data-panel][href*="selected=${load?.id}"]`);
  const answer = await holdRequests(page, /selected=/);
  await link.click();
  await expect(page.getByText("Loading Ticket Details...")).toBeVisible();
  answer();
  await expect(page.getByRole("heading", { name: `Trip Ticket #${load?.number}` })).toBeVisible();
  await expect(page.getByRole("link", { name: "View Job" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`selected=${load?.id}`));
  const stored = await page.evaluate(() => localStorage.getItem("TripTicketTableColumnOrderV2"));
  expect(JSON.parse(stored ?? "[]")).toHaveLength(24);

  await page.goto("/trip-tickets?filters=open");
  await page.getByLabel("Trip tickets", { exact: true }).fill("1001, 999999");
  await expect(page.getByText("1 found")).toBeVisible();

  // A list of options is filtered 300 ms after the last key press.
  await page.clock.install();
  await page.goto("/trip-tickets?filters=open");
  const list = page.locator("fieldset[data-narrow=on]").first();
  await list.locator("summary").click();
  await list.getByPlaceholder("Search").fill("no such words");
  await page.clock.runFor(310);
  expect(await list.getByRole("status").textContent()).toMatch(/^\d+ of \d+$/);
});
