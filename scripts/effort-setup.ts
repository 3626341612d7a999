import type { Journey, WorkCounter } from "./effort-work";

/**
 * Set up a job, from the setup's overview to the new job's page: set its land description from a pin, and tick the
 * companies for each role.
 */
async function setUpJob(
  work: WorkCounter,
  ticks: { crews: [string, string][]; products: string[]; mills: string[] },
  create = /^Create job$/,
) {
  const { page } = work;
  const next = async (heading: RegExp) => {
    await work.press("button", /^Next$/);
    await page.getByRole("heading", { name: heading }).first().waitFor();
    await page.waitForLoadState("networkidle");
  };
  await work.fill("Pin (optional)", "44.7000, -84.7000");
  await next(/^Location$/);
  await next(/^Contractors$/);
  for (const [role, company] of ticks.crews)
    await work.tick(company, page.getByRole("group", { name: role }));
  await next(/^Sort sheet$/i);
  for (const product of ticks.products)
    if (await page.getByLabel(product).count()) await work.tick(product);
    else {
      // A company without earlier jobs types the first letters of its product and chooses it; Next adds the product.
      await work.pick("Product (optional)", product);
    }
  await next(/^Sort sheet$/i);
  for (const mill of ticks.mills) await work.tick(mill);
  await next(/^Sort sheet$/i);
  await next(/^Rates$/);
  await next(/^Review/);
  await work.press("button", create);
}

const CREWS: [string, string][] = [
  ["Cutters", "Two Hearted Logging"],
  ["Skidders", "Two Hearted Logging"],
  ["Haulers", "Manistee River Hauling"],
];

/** Measured tasks that create a job, or a company's first load, starting with no data. */
export const SETUP_JOURNEYS: readonly Journey[] = [
  {
    job: "job setup, 3 contractors, 2 products, 2 mills",
    who: "manager",
    most: { clicks: 18, fields: 6, pages: 10, bytes: 400_000 },
    async walk(work) {
      await work.page.goto("/jobs");
      await work.page.waitForLoadState("networkidle");
      Object.assign(work.took, { pages: 0, bytes: 0 });
      await work.press("link", /^Create job$/);
      await work.fill("Name", "Big Creek");
      // The county of the previous job is prefilled and must be changed.
      await work.pick("State", "Michigan");
      await work.page
        .locator("select[name=us_county_id] option", { hasText: "Crawford" })
        .first()
        .waitFor({ state: "attached" });
      await work.page.waitForLoadState("networkidle");
      await work.pick("County", "Crawford");
      await setUpJob(work, {
        crews: CREWS,
        products: ["Pulpwood, quaking aspen", "Sawlogs, red pine"],
        mills: ["Grayling wood yard", "Roscommon sawmill"],
      });
      await work.page.getByText("Job created").first().waitFor();
    },
  },
  {
    job: "sign-up to the first ticket",
    who: "nobody",
    most: { clicks: 20, fields: 11, pages: 20, bytes: 700_000 },
    async walk(work) {
      const { page } = work;
      await page.goto("/signup");
      await page.waitForLoadState("networkidle");
      Object.assign(work.took, { pages: 0, bytes: 0 });
      await work.fill("First name", "Vera");
      await work.fill("Last name", "Aho");
      await work.fill("Email", "vera@effort.test");
      await work.fill("Password", "norway pine and tamarack");
      await work.press("button", /^Create account$/);
      await work.press("button", /^Set up a company$/);
      await work.tick("Land manager");
      await work.press("button", /^Continue$/);
      await work.fill("Company Name", "Tahquamenon Timber");
      await work.fill("Contact Phone Number", "(906)555-0188");
      await work.press("button", /^Create Company$/);
      await work.press("button", /^Skip$/);
      await work.press("link", /^Create a job$/);
      await work.fill("Name", "Big Creek");
      await work.pick("State", "Michigan");
      await page
        .locator("select[name=us_county_id] option", { hasText: "Crawford" })
        .first()
        .waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      await work.pick("County", "Crawford");
      await setUpJob(
        work,
        { crews: CREWS, products: ["Pulpwood, quaking aspen"], mills: ["Grayling wood yard"] },
        /^Create and add a load$/,
      );
      await work.press("button", /^Create trip ticket$/);
      await page.getByRole("heading", { name: /^Trip Ticket #/ }).waitFor();
    },
  },
];
