import "./help.mjs";
import { mkdirSync } from "node:fs";
import { type BrowserContext, chromium } from "@playwright/test";
import { STATUS } from "../app/modules/trip-tickets/rules/trip-ticket";
import { openDatabase } from "../db/client.server";
import { SCREENSHOTS } from "../e2e/support/expectations";
import { chromiumPath } from "./chromium.mjs";
import { serveDemo } from "./serve";
import { takeReadmePicture } from "./shots.readme";

/**
 * Take screenshots of every page at four widths, light and dark, with and without JavaScript, and in print, and save
 * them in shots/. `npx tsx scripts/shots.ts ticket claim` takes only pages that match these words; `--quick` only phone
 * and desktop, light, with JavaScript; `--readme` only the README's picture.
 */
const matches = process.argv.slice(2).filter((a) => !a.startsWith("--"));
const quick = process.argv.includes("--quick");
const sizes = quick
  ? [
      [390, 844],
      [1366, 900],
    ]
  : [
      [390, 844],
      [820, 1180],
      [1366, 900],
      [1920, 1080],
    ];
const schemes = quick ? (["light"] as const) : (["light", "dark"] as const);
const scripts = quick ? [true] : [true, false];

const served = await serveDemo();
const db = await openDatabase({ url: served.databaseUrl });
const one = async (sql: string) => String((await db.client.execute(sql)).rows[0]?.id);
const ids: Record<string, string> = {
  ticket: await one(
    `SELECT t.id FROM trip_ticket t WHERE t.trip_ticket_status_id = ${STATUS.completed} AND t.scale_ticket_number IS NOT NULL AND t.job_id = 1 AND EXISTS (SELECT 1 FROM comment c WHERE c.trip_ticket_id = t.id) ORDER BY t.id DESC LIMIT 1`,
  ),
  available: await one(
    `SELECT id FROM trip_ticket WHERE trip_ticket_status_id = ${STATUS.available} AND job_id = 1 ORDER BY id DESC LIMIT 1`,
  ),
  claimed: await one(
    `SELECT id FROM trip_ticket WHERE trip_ticket_status_id = ${STATUS.claimed} AND hauler_company_id IN (SELECT c.company_id FROM crew c JOIN crew_member m ON m.crew_id = c.id JOIN user u ON u.id = m.user_id WHERE u.email = 'hauler@demo.test') ORDER BY id DESC LIMIT 1`,
  ),
  job: await one("SELECT id FROM job ORDER BY id LIMIT 1"),
};
db.close();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
mkdirSync("shots", { recursive: true });

async function signIn(context: BrowserContext, as: string) {
  const page = await context.newPage();
  await page.goto(`${served.url}/login`);
  await page.fill("[name=login]", `${as}@demo.test`);
  await page.fill("[name=password]", "timber-demo-2026");
  await page.click("button[type=submit]");
  await page.waitForURL((url) => url.pathname !== "/login");
  await page.close();
}

const address = (path: string) => served.url + path.replace(/\{(\w+)\}/g, (_, key: string) => ids[key] ?? "");
/** Create a book of blank trip tickets, which the demo doesn't have. */
async function makeBook() {
  const context = await browser.newContext();
  await signIn(context, "manager");
  const page = await context.newPage();
  await page.goto(address("/jobs/{job}/sheets"));
  await page.getByLabel("Number of sheets").fill("2");
  await page.getByRole("button", { name: "Create a book" }).click();
  await page.waitForURL(/\/sheets\/\d+/);
  ids.book = /\/sheets\/(\d+)/.exec(page.url())?.[1] ?? "";
  await context.close();
}

const always = { serviceWorkers: "block", timezoneId: "America/Detroit" } as const;

if (process.argv.includes("--readme")) {
  await takeReadmePicture(async (as, options) => {
    const context = await browser.newContext({ ...always, ...options });
    await signIn(context, as);
    return context;
  }, address);
  await browser.close();
  await served.stop();
  process.exit(0);
}

if (matches.length === 0 || matches.includes("book")) await makeBook();
for (const javaScriptEnabled of scripts)
  for (const colorScheme of schemes)
    for (const [width = 0, height = 0] of sizes) {
      for (const as of new Set(SCREENSHOTS.map((p) => p.as))) {
        const pages = SCREENSHOTS.filter(
          (p) => p.as === as && (matches.length === 0 || matches.includes(p.name)),
        );
        if (pages.length === 0) continue;
        const context = await browser.newContext({
          ...always,
          viewport: { width, height },
          colorScheme,
          javaScriptEnabled,
        });
        if (as) await signIn(context, as);
        for (const { name, path, print } of pages) {
          const page = await context.newPage();
          await page.goto(address(path));
          const file = `shots/${name}-${width}-${colorScheme}${javaScriptEnabled ? "" : "-no-script"}`;
          await page.screenshot({ path: `${file}.png`, fullPage: true });
          if (print && width > 1000 && colorScheme === "light")
            await page.pdf({ path: `shots/${name}.pdf`, preferCSSPageSize: true });
          await page.close();
        }
        await context.close();
      }
    }
await browser.close();
await served.stop();
console.log("The pictures lie in shots/.");
