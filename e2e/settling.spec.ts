import type { Page } from "@playwright/test";
import { getDay } from "../app/lib/time/time";
import { callApi } from "./support/loads";
import { chooseOption, expect, test } from "./support/test";

/**
 * Worked example from docs/settlements.md: one load, with expected cents calculated independently. Each test creates
 * and settles its own job.
 */
const ASPEN = { product_type_id: 5, wood_species_id: 746, wood_species_type_id: null };
const MANAGER = 1;
const LOGGER = 2;
const HAULER = 3;
const MILL = 5;
const ZONE = "America/Detroit";

const plus = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** Return the Monday of last week, the day of the loads. */
function lastMonday(): string {
  const today = getDay(new Date(), ZONE);
  return plus(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) - 7);
}

type As = (who: string) => Promise<Page>;

/** Create a job for the manager's company with a cutter, a hauler, and the example's rates without the minimum. */
async function makeJob(as: As, name: string) {
  const office = (await as("manager")).request;
  const { job_destinations } = (await callApi(office, "GET", "/api/jobs/1/destinations")) as unknown as {
    job_destinations: { company_location_id: number }[];
  };
  const company_location_id = job_destinations[0]?.company_location_id ?? 0;
  const { id } = await callApi(office, "POST", "/api/jobs", {
    request_user_company_id: MANAGER,
    draft: {
      name,
      us_state_id: 26,
      us_county_id: 26039,
      township: "T27N",
      range: "R2W",
      section: "28",
      start_date: plus(lastMonday(), -30),
      companies: [
        { company_id: MANAGER, is_land_manager: true },
        { company_id: LOGGER, is_cutter: true },
        { company_id: HAULER, is_hauler: true },
      ],
      products: [{ ...ASPEN, wood_unit_type_id: 2 }],
      destinations: [
        {
          company_location_id,
          name: "Grayling wood yard",
          mileage: 20,
          product_mixes: [{ ...ASPEN, wood_unit_type_id: 2, is_accepted: true }],
        },
      ],
      product_rates: [
        {
          job_product_rate_type_id: 1,
          paying_company_id: MANAGER,
          receiving_company_id: LOGGER,
          ...ASPEN,
          rate: 12.5,
        },
      ],
      haul_rates: [
        {
          paying_company_id: MANAGER,
          receiving_company_id: HAULER,
          company_location_id,
          per: "unit",
          wood_unit_type_id: 2,
          rate: 9.375,
        },
      ],
    },
  });
  for (const who of ["logger", "hauler"]) {
    const crew = await as(who);
    await crew.goto(`/jobs/${id}/accept`);
    await crew.getByRole("button", { name: "Accept" }).first().click();
    await expect(crew.getByRole("heading", { name, level: 1 })).toBeVisible();
  }
  return Number(id);
}

/** Enter the example's load from a paper ticket: dropped off at 23:40 on that Monday, 27.412 tons. Return its number. */
async function keyLoad(office: Page, job: number, scale: string) {
  await office.goto(`/trip-tickets/keyed?job_id=${job}`);
  await chooseOption(office, "Product", "Pulpwood, quaking aspen");
  await chooseOption(office, "Hauler", "Manistee River Hauling");
  await office.getByLabel("Dropped off").fill(`${lastMonday()}T23:40`);
  await office.getByLabel("Scale ticket number").fill(scale);
  await office.getByLabel("Scaled volume").fill("27.412");
  await office.getByRole("button", { name: "Save and key the next" }).click();
  const message = await office.getByText(/Trip ticket #\d+ is saved as delivered/).innerText();
  await office.getByRole("link", { name: "Open it" }).click();
  return { number: /#(\d+)/.exec(message)?.[1] ?? "", path: new URL(office.url()).pathname };
}

/** Open the settlement preview of last week for this job alone. */
async function preview(office: Page, job: number) {
  const monday = lastMonday();
  await office.goto(`/settlements/new?job=${job}&from=${monday}&through=${plus(monday, 6)}`);
}
const receiver = (office: Page, name: string) => office.locator("#receivers > li").filter({ hasText: name });

/** Open the payer's newest settlement statement for a company. */
async function newestTo(office: Page, company: number) {
  await office.goto(`/settlements/statements?company=${company}`);
  await office.locator("a.rowlink").first().click();
  return new URL(office.url()).pathname;
}

async function pay(office: Page, statement: string, amount: string) {
  await office.goto(`${statement}/payment`);
  await expect(office.getByLabel("Amount")).toHaveValue(amount);
  await office.getByRole("button", { name: "Record payment" }).click();
  await expect(office.getByText("Payment recorded")).toBeVisible();
}

/** As the payee, open the load, check its pay, and check the newest statement that contains it. */
async function payeeReads(payee: Page, load: string, result: { load: string[]; paper: string[] }) {
  await payee.goto(load);
  for (const words of result.load) await expect(payee.locator("main")).toContainText(words);
  await payee.locator('main a[href^="/settlements/statements/"]').first().click();
  for (const words of result.paper) await expect(payee.locator("main")).toContainText(words);
}

test("pays the worked example's load, then corrects it for the mill's scale and a raised rate, to the cent", async ({
  as,
}, { project }) => {
  test.setTimeout(240_000);
  const job = await makeJob(as, `Worked example ${project.name}`);
  const office = await as("manager");
  await office.goto(`/jobs/${job}/rates`);
  await office.locator(`a[href*="/jobs/${job}/haul-rates/"]`).first().click();
  await office.getByLabel("Minimum per load, in dollars").fill("260.00");
  await office.getByRole("button", { name: "Save", exact: true }).click();
  await expect(office).toHaveURL(/\/rates/);
  const scale = `W${project.name.length}-${job}`;
  const load = await keyLoad(office, job, scale);

  await preview(office, job);
  await expect(receiver(office, "Two Hearted Logging")).toContainText("$342.65");
  await expect(receiver(office, "Manistee River Hauling")).toContainText("$260.00");
  const make = office.getByRole("button", { name: "Make 2 statements" });
  // Clicking twice creates the settlement statements only once.
  if (project.name === "script") await make.dblclick();
  else await make.click();
  await expect(office.getByText("Statements made")).toBeVisible();
  const first = await newestTo(office, LOGGER);
  await expect(office.locator("main")).toContainText("$342.65");
  const [logger, hauler] = [await as("logger"), await as("hauler")];
  await payeeReads(logger, load.path, {
    load: ["27.412 tons at $12.50 per ton", "Unpaid, on a statement"],
    paper: ["Expected", "27.412", "$12.50 per ton", "$342.65"],
  });
  await payeeReads(hauler, load.path, {
    load: ["27.412 tons at $9.375 per ton, at least $260.00 for each load"],
    paper: ["27.412", "$9.375 per ton", "At least $260.00 for each load", "$260.00"],
  });
  await preview(office, job);
  await expect(office.getByText(/^Nothing is open through/)).toBeVisible();
  await pay(office, first, "342.65");
  await payeeReads(logger, load.path, { load: ["$342.65", "Paid"], paper: ["Paid", "$342.65"] });
  const { trip_ticket_settlements: claims } = (await callApi(
    office.request,
    "POST",
    "/api/settlements/search",
    {
      dto: { job_ids: [job] },
    },
  )) as unknown as {
    trip_ticket_settlements: { trip_ticket_settlement: { posted_lines: number; earned_on: string } }[];
  };
  expect(claims.map(({ trip_ticket_settlement: c }) => [c.posted_lines, c.earned_on])).toEqual([
    [1, lastMonday()],
    [1, lastMonday()],
  ]);

  // The mill's statement shows 26.9 tons. It is refused because the load is already paid, with a link to correct the
  // load.
  const read = await callApi(office.request, "POST", "/api/trip-tickets/reconcile", {
    mill_company_id: MILL,
    text: [
      "Ticket\tScale\tDate\tTruck\tGross\tTare",
      `${load.number}\t${scale}\t${lastMonday()}\t7\t85,800\t32,000`,
    ].join("\n"),
  });
  await office.goto(`/trip-tickets/reconcile/${read.id}`);
  if (/columns$/.test(office.url())) await office.getByRole("button", { name: "Match loads" }).click();
  await office.getByLabel(`Accept ticket ${load.number}`).check();
  await office.getByRole("button", { name: "Accept selected loads" }).click();
  await expect(
    office.getByText("This load is paid, so a statement of the mill can't change it."),
  ).toBeVisible();
  await office.getByRole("link", { name: /^Correct a paid load/ }).click();
  await office.getByLabel("Scaled volume").fill("26.9");
  await office.getByLabel("Reason", { exact: true }).fill("The mill weighed again");
  await office.getByRole("button", { name: "Correct this load" }).click();
  await expect(office.getByText("Paid 342.65. Correction of -6.40 waits.")).toBeVisible();
  await expect(office.getByText("$260.00").first()).toBeVisible();
  await payeeReads(logger, load.path, {
    load: ["$336.25", "26.9 tons at $12.50 per ton", "Paid 342.65. Correction of -6.40 waits."],
    paper: ["Paid", "$342.65"],
  });
  await payeeReads(hauler, load.path, {
    load: ["$260.00", "26.9 tons at $9.375 per ton", "Unpaid, on a statement"],
    paper: ["Expected", "$260.00"],
  });

  // Raise the rate from the day before: this changes one load, and the page shows the amount.
  await office.goto(`/jobs/${job}/rates`);
  await office.locator(`a[href*="/jobs/${job}/product-rates/"]`).first().click();
  await office.getByLabel("Rate in dollars").fill("12.75");
  await office.getByLabel("From which day?").fill(plus(lastMonday(), -1));
  await office.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    office.getByText(/1 load since .+ changes? from \$336\.25 to \$342\.98 \(\+\$6\.73\)/),
  ).toBeVisible();
  await office.getByRole("button", { name: "Save, and change these loads" }).first().click();
  await expect(office).toHaveURL(/\/rates/);
  // Loads are priced again in the background, so poll.
  await expect
    .poll(async () => (await office.request.get(load.path)).text(), { timeout: 90_000 })
    .toContain("Paid 342.65. Correction of 0.33 waits.");

  await preview(office, job);
  await expect(receiver(office, "Two Hearted Logging")).toContainText("$0.33");
  await office.getByRole("button", { name: "Make 1 statement" }).click();
  const second = await newestTo(office, LOGGER);
  for (const amount of ["-$342.65", "$342.98", "$0.33"])
    await expect(office.locator("main")).toContainText(amount);
  await payeeReads(logger, load.path, {
    load: ["$342.98", "26.9 tons at $12.75 per ton"],
    paper: ["Takes back what statement", "-$342.65", "In its place", "$342.98", "$0.33"],
  });
  await pay(office, second, "0.33");
  await office.goto(`${second}/reversal`);
  await office.getByLabel("Reason", { exact: true }).fill("The check bounced");
  await office.getByRole("button", { name: "Take the payment back" }).click();
  await office.goto(load.path);
  await expect(office.locator("main")).toContainText("Unpaid, on a statement");
  await payeeReads(logger, load.path, { load: ["Unpaid, on a statement"], paper: ["Expected", "$0.33"] });
  await logger.goto(first);
  await expect(logger.locator("main")).toContainText(/Status\s*Paid/);
  await office.goto(`${first}/reversal`);
  await office.getByLabel("Reason", { exact: true }).fill("To see that it stays");
  await office.getByRole("button", { name: "Take the payment back" }).click();
  await office.goto(`${first}/voiding`);
  await expect(office.getByText(/Statement \d+ corrects it: void that first\./)).toBeVisible();
});

test("the office settles a week for several payees, and the hauler sees and disputes a settlement line on a phone", async ({
  as,
  javaScriptEnabled,
}, { project }) => {
  test.setTimeout(180_000);
  const name = `Settled week ${project.name}`;
  const job = await makeJob(as, name);
  const office = await as("manager");
  await keyLoad(office, job, `D${project.name.length}-${job}`);
  await preview(office, job);
  await office.getByLabel("Two Hearted Logging").uncheck();
  await office.getByRole("button", { name: "Make 2 statements" }).click();
  await expect(office.getByText("Statement made")).toBeVisible();
  // The payee that wasn't selected still has an unpaid amount.
  await preview(office, job);
  await expect(receiver(office, "Two Hearted Logging")).toContainText("$342.65");
  await expect(receiver(office, "Manistee River Hauling")).toHaveCount(0);

  const hauler = await as("hauler");
  if (javaScriptEnabled !== false) await hauler.setViewportSize({ width: 390, height: 844 });
  await hauler.goto("/settlements/to-receive");
  await hauler.locator("a.rowlink").first().click();
  await expect(hauler.locator("main")).toContainText(name);
  await expect(hauler.locator("main")).toContainText("$256.99");
  await hauler.getByRole("link", { name: /^Something wrong\?/ }).click();
  await hauler.getByLabel("What is wrong?").fill("  ");
  await hauler.getByRole("button", { name: "Send" }).click();
  await expect(hauler.getByRole("alert")).toBeVisible();
  await hauler.getByLabel("What is wrong?").fill("My slip says 28.1 tons");
  await hauler.getByRole("button", { name: "Send" }).click();
  await expect(hauler.getByText("My slip says 28.1 tons")).toBeVisible();
  const line = new URL(hauler.url()).pathname;
  await office.goto(line);
  await office.getByLabel("Your answer").fill("The slip in the office says 27.412");
  await office.getByLabel("This settles it").check();
  await office.getByRole("button", { name: "Answer" }).click();
  await hauler.goto(line);
  await expect(hauler.getByText("The slip in the office says 27.412")).toBeVisible();
  await expect(hauler.getByText("settled it")).toBeVisible();
  // No other company can open the settlement line.
  const rival = await as("rival");
  expect((await rival.goto(line))?.status()).toBe(404);
});
