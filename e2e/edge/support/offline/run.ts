import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../../../app/modules/dashboard/rules/demo";
import { type App, makeDemoFile, startApp } from "../../../../scripts/serve";
import { freePort } from "../../../../scripts/sqld.mjs";
import { startUnreliableLine } from "./line";
import {
  createSeededRandom,
  isLineTrouble,
  type OfflineRunResult,
  pickTrouble,
  type Trouble,
} from "./outcome";
import { listStoredItems, type Phone, startPhone } from "./phone";

const COMMENTS = "/jobs/1/comments";
const TABS = 2;
/** Maximum milliseconds until the phone has stored a form after its button is pressed. */
const KEPT_MS = 20_000;
/** Maximum milliseconds to find a field or button on a busy machine. */
const PRESS_MS = 8_000;
const DRAINED_MS = 600_000;

/** Start the built app with a demo database of its own, behind a connection that the test can cut. */
export async function serveDemoOnLine() {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-offline-"));
  const database = `file:${join(folder, "demo.db")}`;
  await makeDemoFile(join(folder, "demo.db"));
  const port = await freePort();
  const line = await startUnreliableLine(port);
  const start = async () => {
    const app = await startApp(
      { DATABASE_URL: database, FILES_DIR: join(folder, "files"), DEMO: "1", PUBLIC_URL: line.url },
      { port, output: "ignore" },
    );
    await app.ready();
    return app;
  };
  const end = async (app: App) => {
    await line.close();
    app.child.kill("SIGKILL");
    await app.gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return { app: await start(), line, folder, database, start, end };
}

type World = Awaited<ReturnType<typeof serveDemoOnLine>> & { phone: Phone };

/**
 * Send the given number of comments from two tabs of a phone. In between, the connection is cut, loses responses or
 * returns a motel network's page; the server and browser are killed, and the session expires. Count the comments on the
 * server once everything works again.
 */
export async function testOfflineComments(options: {
  count: number;
  seed: number;
  /** Failures for the button presses in order, instead of random ones. */
  order?: readonly (Trouble | null)[];
  /** Stop typing after this many minutes; texts typed until then are the expected total. */
  minutes?: number;
  say?: (line: string) => void;
}): Promise<OfflineRunResult> {
  const began = performance.now();
  const roll = createSeededRandom(options.seed);
  const place = await serveDemoOnLine();
  const { folder, database } = place;
  const world: World = { ...place, phone: await startPhone(join(folder, "phone"), TABS) };
  const troubles: OfflineRunResult["troubles"] = {
    cut: 0,
    "lost answers": 0,
    motel: 0,
    broken: 0,
    restart: 0,
    kill: 0,
    expire: 0,
  };
  const stuck = new Set<string>();
  try {
    await prepare(world);
    let texts: string[] = [];
    // Texts that the browser failed to type, and that were therefore never sent.
    const untyped = new Set<string>();
    const isTime = () => performance.now() - began < (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
    for (let n = 0; n < options.count && isTime(); n++) {
      const text = `OFF-${options.seed}-${n + 1}`;
      texts.push(text);
      const trouble = options.order ? (options.order[n % options.order.length] ?? null) : pickTrouble(roll);
      if (trouble) troubles[trouble]++;
      if (!(await press(world, text, n % TABS, trouble, roll))) untyped.add(text);
      if (n % 20 !== 19) continue;
      // Send pending items from time to time: otherwise they would pile up, because leaving a page aborts its requests.
      for (const item of await drained(world)) stuck.add(item);
      const { size } = await countTexts(database, `OFF-${options.seed}-%`);
      options.say?.(`${n + 1} of ${options.count} typed, ${size} arrived`);
    }
    for (const one of await drained(world)) stuck.add(one);
    const counted = await countTexts(database, `OFF-${options.seed}-%`);
    texts = texts.filter((text) => counted.has(text) || !untyped.has(text));
    return {
      asked: texts.length,
      rows: [...counted.values()].reduce((sum, rows) => sum + rows, 0),
      texts: counted.size,
      lost: texts.filter((text) => !counted.has(text)),
      double: texts.filter((text) => (counted.get(text) ?? 0) > 1),
      stuck: [...stuck],
      troubles,
      stoodStill: 0,
      seconds: Math.round((performance.now() - began) / 1_000),
    };
  } finally {
    await world.phone.kill();
    await world.end(world.app);
  }
}

/** Sign in the demo's driver, if nobody is signed in. */
export async function signInDriver(page: Page, url: string) {
  await page.goto(`${url}/login`);
  if (new URL(page.url()).pathname !== "/login") return;
  await page.getByLabel("Email or phone").fill("hauler@demo.test");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** Sign in, and wait until the phone can work without a signal. */
async function prepare({ phone, line }: World) {
  const page = tabOf(phone, 0);
  await signInDriver(page, line.url);
  await page.goto(`${line.url}/outbox`);
  await retryUntil(() => page.evaluate(async () => Boolean(await caches.match("/outbox/load"))));
  for (const tab of phone.tabs) await tab.goto(`${line.url}${COMMENTS}`);
  await retryUntil(() => page.evaluate(async () => Boolean(await caches.match("/jobs/1/comments"))));
}

const tabOf = ({ tabs }: Phone, n: number): Page => {
  const tab = tabs[n];
  if (!tab) throw new Error("There is no such tab.");
  return tab;
};

/** Type and send one comment, possibly during a failure; return whether the phone stored it. */
async function press(
  world: World,
  text: string,
  tab: number,
  trouble: Trouble | null,
  roll: (n: number) => number,
) {
  const { line } = world;
  if (isLineTrouble(trouble) && roll(2)) line.become(trouble);
  if (trouble === "expire") await world.phone.context.clearCookies();
  for (let tries = 0; tries < 6; tries++) {
    const page = tabOf(world.phone, tab);
    try {
      await page.goto(`${line.url}${COMMENTS}`, { waitUntil: "load", timeout: KEPT_MS });
      await page.getByLabel("Comment", { exact: true }).fill(text, { timeout: PRESS_MS });
      if (isLineTrouble(trouble)) line.become(trouble);
      await page.getByRole("button", { name: "Add comment" }).click({ timeout: PRESS_MS, noWaitAfter: true });
      if (trouble === "kill" && roll(2)) await killed(world);
      if (trouble === "restart") await restarted(world);
    } catch {
      // The tab shows the motel's page or a blank page: go back once there is a signal.
    }
    if (await isKept(world, text, tab)) break;
    await heal(world);
    if (await isKept(world, text, tab)) break;
    if (tries === 5) return false;
  }
  if (trouble === "kill") await killed(world);
  // Restore the connection in a third of cases; otherwise leave it failing.
  if (roll(3) === 0) line.become("through");
  return true;
}

async function isKept({ phone, line }: World, text: string, tab: number): Promise<boolean> {
  const page = tabOf(phone, tab);
  for (let waited = 0; waited < 3_000; waited += 100) {
    const items = await listStoredItems(page).catch(() => null);
    if (items?.some((item) => item.text === text)) return true;
    if (!items && waited > 1_000) await page.goto(`${line.url}/outbox`).catch(() => {});
    await pause(100);
  }
  return false;
}

/** Kill the browser without warning, and open it again. */
async function killed(world: World) {
  await world.phone.kill();
  world.phone = await startPhone(join(world.folder, "phone"), TABS);
  for (const tab of world.phone.tabs) await tab.goto(`${world.line.url}/outbox`).catch(() => {});
}

/** Kill the server without warning, and start it again. */
async function restarted(world: Pick<World, "app" | "start">) {
  world.app.child.kill("SIGKILL");
  await world.app.gone;
  world.app = await world.start();
}

/** Restore signal, server and session. */
async function heal({ phone, line }: World) {
  line.become("through");
  await signInDriver(tabOf(phone, 0), line.url);
}

/** Wait until no item is pending, and resolve the items that need a decision by their author. */
async function drained(world: World): Promise<string[]> {
  await heal(world);
  const page = tabOf(world.phone, 0);
  await page.goto(`${world.line.url}/outbox`);
  await retryUntil(async () => {
    const items = await listStoredItems(page);
    return items.every(({ state }) => state === "sent" || state === "needs");
  }, DRAINED_MS);
  return (await listStoredItems(page)).flatMap(({ text, state, said }) =>
    state === "needs" ? `${text}: ${said}` : [],
  );
}

/** Count the rows that the server has for each text. */
async function countTexts(url: string, like: string): Promise<Map<string, number>> {
  const client = createClient({ url });
  const { rows } = await client.execute({
    sql: "SELECT content, count(*) AS found FROM comment WHERE content LIKE ? GROUP BY content",
    args: [like],
  });
  client.close();
  return new Map(rows.map((row) => [String(row.content), Number(row.found)]));
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Wait until a condition is true; errors while checking count as false. */
export async function retryUntil(holds: () => Promise<boolean>, ms = 90_000) {
  for (let waited = 0; waited < ms; waited += 200) {
    if (await holds().catch(() => false)) return;
    await pause(200);
  }
  throw new Error("It did not come to be.");
}
