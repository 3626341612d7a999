import { expect, test } from "./support/test";

const READS = ["Columns", "Saved filters", "More filters"];
const WORKS = ["Export", "Reconcile"];

/** Expected offers per role: the list's buttons, whether rows can be selected, and the actions for jobs. */
const OFFERED = {
  owner: { buttons: READS, without: [...WORKS, "New trip ticket"], picks: false, haul: false, jobs: "sales" },
  mill: {
    buttons: [...READS, ...WORKS],
    without: ["New trip ticket"],
    picks: true,
    haul: true,
    jobs: "sales",
  },
  hauler: {
    buttons: [...READS, ...WORKS, "New trip ticket"],
    without: [],
    picks: true,
    haul: true,
    jobs: "sales",
  },
  manager: {
    buttons: [...READS, ...WORKS, "New trip ticket"],
    without: [],
    picks: true,
    haul: true,
    jobs: "create",
  },
};

for (const [who, offered] of Object.entries(OFFERED))
  test(`@asked the ${who} is offered only actions that the ${who} may use`, async ({ as }) => {
    const page = await as(who);
    await page.goto("/trip-tickets");
    const main = page.locator("main");
    const button = (name: string) => main.getByRole("link", { name, exact: true });
    for (const name of offered.buttons) await expect(button(name), name).toHaveCount(1);
    for (const name of offered.without) await expect(button(name), name).toHaveCount(0);
    // The selection bar exists on the page, hidden until the first row is ticked.
    const all = main.getByRole("button", { name: /^Select all/, includeHidden: true });
    await expect(all).toHaveCount(offered.picks ? 1 : 0);
    expect((await main.locator("input[name=ids]").count()) > 0).toBe(offered.picks);
    expect(await main.locator("table tbody tr").count()).toBeGreaterThan(0);

    await page.goto("/");
    await expect(main.getByRole("link", { name: /Available to haul$/ })).toHaveCount(offered.haul ? 1 : 0);

    await page.goto("/jobs");
    await expect(button("Create job")).toHaveCount(offered.jobs === "create" ? 1 : 0);
    const sales = button("Contact Sales");
    await expect(sales).toHaveCount(offered.jobs === "sales" ? 1 : 0);
    if (offered.jobs !== "sales") return;
    await sales.click();
    await expect(page.getByRole("heading", { name: "Contact Sales" }).first()).toBeVisible();
    // Opening the page of the feature leads to the same sales form.
    expect((await page.goto("/jobs/create"))?.status()).toBe(403);
    await expect(page.getByRole("button", { name: "Contact Sales" })).toBeVisible();
  });
