import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startApp, TEST_SECRETS } from "../scripts/serve";
import { tryBuild } from "../scripts/setup.mjs";
import { databaseOf, peakMemory, start } from "./children";
import { type Round, sameSize } from "./figures";
import { CONNECTIONS, document, load, signIn } from "./load";
import type { Capture, Listening } from "./messages";
import { PERSON } from "./person";
import { type Measured, type Run, report, SERVERS, type Server, withReport } from "./report";

/**
 * `npm run bench`: the trip ticket list and a ticket's page, measured for the app, for plain Remix with constant
 * data, and for a bare Node server with the same statements; in one run, the three taking turns, so that the
 * machine's noise meets all alike. Ratios count, not absolute figures.
 *
 * `--tickets 100000`, `--rounds 7`, `--seconds 3`; `--write` puts the outcome into docs/benchmarks.md.
 */
const { values: given } = parseArgs({
  options: {
    tickets: { type: "string", default: "100000" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "3" },
    write: { type: "boolean", default: false },
  },
});
const tickets = whole("tickets", given.tickets);
const rounds = whole("rounds", given.rounds);
const seconds = whole("seconds", given.seconds);
try {
  createRequire(import.meta.url)("better-sqlite3");
} catch {
  fail("The benchmark needs the optional package better-sqlite3, which is not installed here.");
}
if (tryBuild() !== 0) fail("The app could not be built.");

const LIST = "/trip-tickets";
const path = databaseOf(tickets);
const databaseUrl = `file:${path}`;
const stops: (() => Promise<void>)[] = [];
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
try {
  const text = report(await measure(), new Date());
  console.log(`\n${text}`);
  if (given.write) {
    const docs = fileURLToPath(new URL("../docs/benchmarks.md", import.meta.url));
    writeFileSync(docs, withReport(readFileSync(docs, "utf8"), text));
  }
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function measure(): Promise<Run> {
  // Its log at the level that it has in production, into nothing.
  const settings = { DATABASE_URL: databaseUrl, FILES_DIR: join(path, "..", "files"), LOG_LEVEL: "info" };
  const app = await startApp(settings, { output: "ignore" });
  stops.push(app.stop);
  await app.ready();
  // However this ends; the other two notice by themselves that their parent is gone.
  process.once("exit", () => app.child.kill("SIGTERM"));
  const cookie = await signIn(app.url, PERSON);
  const pages = { "ticket list": LIST, "ticket detail": await someTicket(app.url, cookie) };

  const env = { DATABASE_URL: databaseUrl, PUBLIC_URL: app.url, ...TEST_SECRETS };
  const paths = Object.values(pages);
  const floor = await start<Listening & { captures: Capture[] }>("floor.ts", [cookie, ...paths], env);
  stops.push(floor.stop);
  const bare = await start<Listening>("bare.ts", [path], {}, floor.said.captures);
  stops.push(bare.stop);
  const urls: Record<Server, string> = { app: app.url, floor: floor.said.url, bare: bare.said.url };

  for (const page of paths) await checkSizes(page, urls, cookie);
  console.log("Warming up.");
  for (const page of paths) for (const server of SERVERS) await load(urls[server] + page, cookie, seconds);

  const measured: Measured[] = Object.keys(pages).map((page) => ({
    page,
    rounds: { app: [], floor: [], bare: [] },
  }));
  for (let round = 0; round < rounds; round++) {
    for (const [i, page] of paths.entries()) {
      const told: string[] = [];
      // Nobody is always first.
      for (let turn = 0; turn < SERVERS.length; turn++) {
        const server = SERVERS[(turn + round) % SERVERS.length] as Server;
        const result: Round = await load(urls[server] + page, cookie, seconds);
        measured[i]?.rounds[server].push(result);
        told.push(`${server} ${result.rps.toFixed(0)}`);
      }
      console.log(`Round ${round + 1} of ${rounds}, ${page}: ${told.sort().join(", ")}`);
    }
  }
  for (const page of paths) await checkSizes(page, urls, cookie);
  return { tickets, rounds, seconds, connections: CONNECTIONS, peak: peakMemory(app.child.pid), measured };
}

/** A finished ticket of the list, for its page. */
async function someTicket(url: string, cookie: string): Promise<string> {
  const html = await document(`${url}${LIST}?status=3`, cookie);
  const found = /href="(\/trip-tickets\/\d+)"/.exec(html)?.[1];
  if (!found) throw new Error("The list shows no ticket.");
  return found;
}

/** Three servers that answer with documents of different sizes cannot be compared. */
async function checkSizes(page: string, urls: Record<Server, string>, cookie: string) {
  const sizes: Record<string, number> = {};
  for (const server of SERVERS)
    sizes[server] = Buffer.byteLength(await document(urls[server] + page, cookie));
  const app = sizes.app as number;
  if (SERVERS.some((server) => !sameSize(app, sizes[server] as number)))
    throw new Error(`The answers to ${page} differ in size: ${JSON.stringify(sizes)}`);
}

function whole(name: string, value: string): number {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : fail(`--${name} takes a whole number.`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
