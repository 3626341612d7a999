import "./help.mjs";
import { chromium } from "@playwright/test";
import { formatCount } from "../app/lib/text/text";
import { createLoadsInTransit } from "../e2e/support/loads";
import { PASSWORD } from "../e2e/support/test";
import { chromiumPath } from "./chromium.mjs";
import { PAPER_JOURNEYS } from "./effort-paper";
import { PLACE_JOURNEYS } from "./effort-places";
import { SETTLEMENT_JOURNEYS } from "./effort-settling";
import { SETUP_JOURNEYS } from "./effort-setup";
import { type Effort, estimateSeconds, type Journey, WorkCounter } from "./effort-work";
import { serveDemo } from "./serve";

/**
 * Measure a user's effort: perform each task in a browser with the demo, and count presses, fields, pages and bytes.
 * `npm run check:effort` prints a table and fails if a task exceeds its limit; `npm run check:effort -- sign-up`
 * performs only the tasks whose names contain these words.
 */

const match: { load: number; trip: number; three: number[] } = { load: 0, trip: 0, three: [] };
/** The list is already open when the work begins. */
const atList = async (work: WorkCounter, query = "") => {
  await work.page.goto(`/trip-tickets${query}`);
  await work.page.waitForLoadState("networkidle");
  Object.assign(work.took, { clicks: 0, fields: 0, pages: 0, bytes: 0 });
};

const JOURNEYS: readonly Journey[] = [
  {
    job: "scale house receives a load",
    who: "mill",
    most: { clicks: 0, fields: 3, pages: 1, bytes: 40_000 },
    async prepare(office) {
      match.load = (await createLoadsInTransit(office.request, 1))[0]?.number ?? 0;
    },
    async walk(work) {
      const { page } = work;
      await page.goto("/scale");
      await page.locator("[data-scale-form][data-ready]").waitFor();
      // The page stays open for a shift, so opening the page isn't counted.
      Object.assign(work.took, { pages: 0, bytes: 0 });
      await work.type(String(match.load));
      await page.locator(".on-scale").waitFor();
      await work.type("98180");
      const wants = await page.getByLabel("Tare").evaluate((tare) => tare === document.activeElement);
      if (wants) await work.type("32000");
      await page.getByText(`${match.load} received: 33.09 tons`).waitFor();
    },
  },
  {
    job: "find by scale ticket, driver, plate, job, company",
    who: "manager",
    // The job's page is most of these bytes.
    most: { clicks: 0, fields: 1, pages: 1, bytes: 160_000 },
    async walk(work) {
      const { page } = work;
      await page.goto("/trip-tickets");
      Object.assign(work.took, { pages: 0, bytes: 0 });
      await page.keyboard.press("/");
      await work.type("Deward Tract");
      await page.getByRole("heading", { level: 1, name: /Deward/ }).waitFor();
    },
  },
  {
    job: "a driver's load, from its ticket to the next one",
    who: "hauler",
    most: { clicks: 5, fields: 3, pages: 7, bytes: 60_000 },
    async prepare(office) {
      const product = { job_id: 1, job_destination_id: 1, product_type_id: 5, wood_species_id: 746 };
      for (let n = 0; n < 2; n++) {
        const response = await office.request.post("/api/trip-tickets", { data: product });
        const { id } = (await response.json()) as { id: number };
        match.trip ||= id;
      }
    },
    async walk(work) {
      const { page } = work;
      await page.goto(`/trip-tickets/${match.trip}/claim`);
      Object.assign(work.took, { pages: 0, bytes: 0 });
      await work.press("button", /^Claim/);
      await work.press("button", /^Picked up/);
      await work.press("button", /^Dropped off/);
      await work.fill("Scale ticket number", "Q7001");
      await work.fill("Gross", "98180");
      await work.fill("Tare", "32000");
      await work.press("button", /^Save$/);
      await work.press("link", /^Next: same again/);
    },
  },
  {
    job: "who did what, on a ticket",
    who: "manager",
    most: { clicks: 1, fields: 0, pages: 1, bytes: 20_000 },
    async walk(work) {
      const { page } = work;
      await page.goto("/trip-tickets");
      Object.assign(work.took, { pages: 0, bytes: 0 });
      await work.press("link", /^([A-Z]+-)?\d{4}/);
      await page.getByRole("heading", { name: "History" }).waitFor();
    },
  },
  {
    job: "who did what, in a company: one person's deeds, at most 10 s",
    who: "manager",
    most: { clicks: 3, fields: 1, pages: 3, bytes: 80_000 },
    async walk(work) {
      const { page } = work;
      await page.goto("/");
      Object.assign(work.took, { pages: 0, bytes: 0 });
      await work.press("link", /^Company/);
      await work.press("link", /^History$/);
      work.took.fields++;
      await page.getByLabel("Who").selectOption({ label: "Aino Lindqvist" });
      await work.press("button", /^Show$/);
      await page.getByText("Picked up").first().waitFor();
    },
  },
  {
    job: "list at a desk, 1366 × 900",
    who: "manager",
    most: { clicks: 0, fields: 0, pages: 1, bytes: 200_000 },
    least: 14,
    async walk(work) {
      await work.page.goto("/trip-tickets");
      work.rows = await work.seen(".loads tbody tr");
    },
  },
  {
    job: "list on a phone, 390 × 844",
    who: "manager",
    most: { clicks: 0, fields: 0, pages: 1, bytes: 200_000 },
    least: 5,
    phone: true,
    async walk(work) {
      await work.page.goto("/trip-tickets");
      work.rows = await work.seen(".loads tbody tr");
    },
  },
  {
    job: "loads to claim on a phone, Claim in reach",
    who: "hauler",
    most: { clicks: 0, fields: 0, pages: 1, bytes: 200_000 },
    least: 5,
    phone: true,
    async walk(work) {
      await work.page.goto("/trip-tickets?view=available");
      work.rows = await work.seen(".loads .c-claim .button");
    },
  },
  {
    job: "only loads in transit",
    who: "manager",
    most: { clicks: 1, fields: 0, pages: 1, bytes: 60_000 },
    async walk(work) {
      await atList(work);
      await work.press("link", /^In transit/);
      await work.page.locator('.seg [aria-current="page"]', { hasText: "In transit" }).waitFor();
    },
  },
  {
    job: "assign three loads",
    who: "manager",
    most: { clicks: 4, fields: 1, pages: 2, bytes: 120_000 },
    async prepare(office) {
      const product = { job_id: 1, job_destination_id: 1, product_type_id: 5, wood_species_id: 746 };
      const ids: number[] = [];
      for (let n = 0; n < 3; n++) {
        const response = await office.request.post("/api/trip-tickets", { data: product });
        ids.push(((await response.json()) as { id: number }).id);
      }
      const search = await office.request.post("/api/trip-tickets/search", {
        data: { trip_ticket_status_ids: [7], take: 100 },
      });
      const { trip_tickets } = (await search.json()) as {
        trip_tickets: { trip_ticket: { id: number; trip_ticket_number: number } }[];
      };
      match.three = trip_tickets
        .filter(({ trip_ticket }) => ids.includes(trip_ticket.id))
        .map(({ trip_ticket }) => trip_ticket.trip_ticket_number);
    },
    async walk(work) {
      await atList(work, "?view=available&sort=number&desc=1");
      for (const number of match.three) await work.tick(`Select ticket ${number}`);
      const bar = work.page.getByRole("region", { name: "Selection" });
      await work.choose("Hauler", { label: "Manistee River Hauling" }, bar);
      await work.press("button", /^Assign hauler$/);
      await work.page.getByText("3 tickets changed").waitFor();
    },
  },
  {
    job: "a month and a mill to a spreadsheet",
    who: "manager",
    most: { clicks: 2, fields: 2, pages: 1, bytes: 120_000 },
    async walk(work) {
      await atList(work);
      await work.choose("When", { label: "Last month" });
      await work.choose("Mill", { label: "AuSable Paper & Lumber" });
      await work.press("button", /^Show$/);
      const file = work.page.waitForEvent("download");
      await work.press("link", /^Spreadsheet$/);
      if (!(await file).suggestedFilename().endsWith(".xlsx")) throw new Error("no spreadsheet");
    },
  },
  ...PAPER_JOURNEYS,
  ...SETTLEMENT_JOURNEYS,
  ...SETUP_JOURNEYS,
  ...PLACE_JOURNEYS,
];

const served = await serveDemo();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
const contextOf = async (who: string, phone = false, isScripted = true) => {
  const context = await browser.newContext({
    baseURL: served.url,
    timezoneId: "America/Detroit",
    reducedMotion: "reduce",
    javaScriptEnabled: isScripted,
    viewport: phone ? { width: 390, height: 844 } : { width: 1366, height: 900 },
  });
  if (who !== "nobody")
    await context.request.post("/login", { form: { login: `${who}@demo.test`, password: PASSWORD } });
  return context;
};
const words = ({ clicks, fields, pages, bytes }: Effort) =>
  `${[formatCount(clicks, "press", "presses"), formatCount(fields, "field"), formatCount(pages, "page")].join(", ")}, ${(bytes / 1000).toFixed(0)} KB`;

const timed = (text: string, seconds?: number) => (seconds ? `${text}, ${seconds} s` : text);

const rows: string[] = [];
const over: string[] = [];
const asked = process.argv[2] ?? "";
for (const { job, who, most, walk, prepare, phone, least, seconds, isScripted } of JOURNEYS) {
  if (!job.includes(asked)) continue;
  const office = await contextOf("manager");
  await prepare?.(office, served.databaseUrl);
  const context = await contextOf(who, phone ?? who === "hauler", isScripted);
  const work = new WorkCounter(await context.newPage());
  await walk(work);
  await work.page.waitForLoadState("networkidle");
  const [now, limit] =
    least === undefined
      ? [timed(words(work.took), seconds && estimateSeconds(work)), timed(words(most), seconds)]
      : [`${formatCount(work.rows ?? 0, "load")} whole`, `at least ${least}`];
  rows.push(`| ${job} | ${now} | ${limit} |`);
  if (least !== undefined && (work.rows ?? 0) < least)
    over.push(`${job}: ${work.rows} loads, at least ${least}`);
  if (seconds !== undefined && estimateSeconds(work) > seconds)
    over.push(`${job}: ${estimateSeconds(work)} seconds, at most ${seconds}`);
  for (const key of ["clicks", "fields", "pages", "bytes"] as const)
    if (work.took[key] > most[key]) over.push(`${job}: ${work.took[key]} ${key}, at most ${most[key]}`);
  await context.close();
  await office.close();
}
await browser.close();
await served.stop();

const text = `# What work takes

Counted by \`npm run check:effort\` in a browser over the demo, with a script. Enter on a keyboard isn't a press. A page that
stays open for a shift is counted from when it is open. Seconds are 1.5 for a press, 2 for a field, 0.3 for a letter on a phone, 3 for a
page that is waited for and looked at.

| job to be done | now | at most |
|---|---|---|
${rows.join("\n")}
`;
console.log(text, over.join("\n"));
process.exitCode = over.length ? 1 : 0;
