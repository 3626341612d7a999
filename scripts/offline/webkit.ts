import { DEMO_PASSWORD } from "../../app/features/home/demo";
import { dice, isMood, type Run, type Trouble, troubleOf } from "./outcome";
import { COMMENTS, countTexts, restarted, serveOnLine, untilIt } from "./run";
import { startWebkit, type Webkit } from "./webdriver";

/** What the device keeps, as the page reads it. */
const ITEMS = `return new Promise((resolve, reject) => {
  const request = indexedDB.open("timbertally");
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const database = request.result;
    if (!database.objectStoreNames.contains("items")) return resolve([]);
    const all = database.transaction("items").objectStore("items").getAll();
    all.onsuccess = () => { database.close(); resolve(all.result.map(({ fields, state, said }) => ({ text: (fields.find(([name]) => name === "content") ?? [])[1], state, said }))); };
  };
});`;

type Item = { text: string; state: string; said: string };
const itemsIn = (browser: Webkit): Promise<Item[] | null> => browser.run(ITEMS);
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

async function signIn(browser: Webkit, url: string) {
  await browser.goto(`${url}/login`);
  if ((await browser.path()) !== "/login") return;
  await browser.type("[name=login]", "hauler@demo.test");
  await browser.type("[name=password]", DEMO_PASSWORD);
  await browser.press("form[action='/login'] button, main form button[type=submit], main form button");
  await untilIt(async () => (await browser.path()) !== "/login");
}

/** So many forms one browser sends before it is closed and the next one takes its turn. */
const PER_BROWSER = 25;
/** How long one step of it may take: what takes longer stands still. */
const STEP_MS = 120_000;

class StandsStill extends Error {}

/** Gives up on what a browser doesn't come back from, and says what it was asked last. */
async function within<T>(ms: number, what: () => string, act: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StandsStill(what())), ms);
  });
  return Promise.race([act, late]).finally(() => clearTimeout(timer));
}

type Place = Awaited<ReturnType<typeof serveOnLine>>;

/** One browser with two tabs, signed in, with the pages that it needs without a signal. */
async function openBrowser({ line }: Place) {
  // On a busy machine a browser may not come in time.
  const browser = await startWebkit().catch(() => startWebkit());
  await signIn(browser, line.url);
  await browser.goto(`${line.url}/outbox`);
  const has = (path: string) =>
    untilIt(
      async () =>
        (await browser.run(`return Boolean(await caches.match(${JSON.stringify(path)}));`)) === true,
    );
  await has("/outbox/load");
  const tabs = [await browser.tab(), await browser.newTab()];
  for (const tab of tabs) {
    await browser.switchTo(tab);
    await browser.goto(`${line.url}${COMMENTS}`);
  }
  await has(COMMENTS);
  return { browser, tabs };
}

/** Types one comment and sends it, in trouble or not; comes back once the device keeps it. */
async function press(
  place: Place,
  browser: Webkit,
  { text, trouble, roll }: { text: string; trouble: Trouble | null; roll: (sides: number) => number },
) {
  const { line } = place;
  const isKept = async () => {
    for (let waited = 0; waited < 3_000; waited += 200) {
      const items = await itemsIn(browser).catch(() => null);
      if (items?.some((item) => item.text === text)) return true;
      if (!items && waited > 1_000) await browser.goto(`${line.url}/outbox`).catch(() => {});
      await pause(200);
    }
    return false;
  };
  if (isMood(trouble) && roll(2)) line.become(trouble);
  if (trouble === "expire") await browser.forgetCookies();
  let last: unknown;
  for (let tries = 0; tries < 6; tries++) {
    try {
      await browser.goto(`${line.url}${COMMENTS}`);
      await browser.type("textarea[name=content]", text);
      if (isMood(trouble)) line.become(trouble);
      await browser.press("form:has(textarea[name=content]) button");
      if (trouble === "restart") await restarted(place);
    } catch (error) {
      // A page of a motel, or of nothing at all: one comes back where there is a signal.
      last = error;
    }
    if (await isKept()) return;
    await heal(place, browser);
    if (await isKept()) return;
  }
  throw new StandsStill(
    `${text} could not be typed: ${last instanceof Error ? last.message : "it wasn't kept"}`,
  );
}

async function heal({ line }: Place, browser: Webkit) {
  line.become("through");
  await signIn(browser, line.url);
}

/** Waits until nothing waits; gives what needs its writer. */
async function drained(place: Place, browser: Webkit): Promise<string[]> {
  await heal(place, browser);
  await browser.goto(`${place.line.url}/outbox`);
  const isDone = async () =>
    (await itemsIn(browser))?.every(({ state }) => state === "sent" || state === "needs") === true;
  await untilIt(isDone, STEP_MS);
  return ((await itemsIn(browser)) ?? []).flatMap(({ text, state, said }) =>
    state === "needs" ? `${text}: ${said}` : [],
  );
}

/**
 * The walk of `offlineRun` in WebKitGTK, without killing the browser: what it keeps under automation is gone with it. So one
 * browser after the other sends some of the forms and is closed when all of them have arrived. A browser that stands still
 * is given up, and what hadn't arrived from it is typed again in the next one: `stoodStill` counts that.
 */
export async function webkitRun(options: {
  count: number;
  seed: number;
  minutes?: number;
  say?: (line: string) => void;
}): Promise<Run> {
  const began = performance.now();
  const roll = dice(options.seed);
  const place = await serveOnLine();
  const troubles: Run["troubles"] = {
    cut: 0,
    "lost answers": 0,
    motel: 0,
    broken: 0,
    restart: 0,
    kill: 0,
    expire: 0,
  };
  const stuck = new Set<string>();
  const like = `WEB-${options.seed}-%`;
  const texts: string[] = [];
  const isTime = () => performance.now() - began < (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  let stoodStill = 0;
  let again: string[] = [];
  try {
    while (again.length || (texts.length < options.count && isTime())) {
      const { browser, tabs } = await openBrowser(place);
      const now = again;
      while (now.length < PER_BROWSER && texts.length < options.count && isTime()) {
        texts.push(`WEB-${options.seed}-${texts.length + 1}`);
        now.push(texts[texts.length - 1] ?? "");
      }
      again = [];
      let isLeft = false;
      try {
        for (const [n, text] of now.entries()) {
          const chance = troubleOf(roll);
          const trouble = chance === "kill" ? null : chance;
          if (trouble) troubles[trouble]++;
          await browser.switchTo(tabs[n % tabs.length] ?? "");
          await within(
            STEP_MS,
            () => `${text}: ${browser.asked()}`,
            press(place, browser, { text, trouble, roll }),
          );
          if (roll(3) === 0) place.line.become("through");
          if (n % 10 !== 9) continue;
          for (const one of await within(
            2 * STEP_MS,
            () => `draining: ${browser.asked()}`,
            drained(place, browser),
          ))
            stuck.add(one);
        }
        for (const one of await within(
          2 * STEP_MS,
          () => `draining: ${browser.asked()}`,
          drained(place, browser),
        ))
          stuck.add(one);
      } catch (error) {
        stoodStill++;
        isLeft = true;
        options.say?.(`stood still: ${error instanceof Error ? error.message : error}`);
        place.line.become("through");
      } finally {
        await browser.end();
      }
      const arrived = await countTexts(place.database, like);
      if (isLeft) again = now.filter((text) => !arrived.has(text));
      options.say?.(`${arrived.size} of ${texts.length} typed have arrived`);
    }
    const counted = await countTexts(place.database, like);
    return {
      asked: texts.length,
      rows: [...counted.values()].reduce((sum, rows) => sum + rows, 0),
      texts: counted.size,
      lost: texts.filter((text) => !counted.has(text)),
      double: texts.filter((text) => (counted.get(text) ?? 0) > 1),
      stuck: [...stuck],
      troubles,
      stoodStill,
      seconds: Math.round((performance.now() - began) / 1_000),
    };
  } finally {
    await place.end(place.app);
  }
}
