import { DEMO_PASSWORD } from "../../app/features/home/demo";
import {
  COMMENTS,
  countTexts,
  dice,
  isMood,
  type Run,
  restarted,
  serveOnLine,
  type Trouble,
  troubleOf,
  untilIt,
} from "./run";
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

/**
 * The walk of `offlineRun` in WebKitGTK, without killing the browser: what it keeps under automation is gone with it.
 */
export async function webkitRun(options: {
  count: number;
  seed: number;
  say?: (line: string) => void;
}): Promise<Run> {
  const began = performance.now();
  const roll = dice(options.seed);
  const place = await serveOnLine();
  const { line } = place;
  const browser = await startWebkit();
  const troubles: Run["troubles"] = {
    cut: 0,
    "lost answers": 0,
    motel: 0,
    broken: 0,
    restart: 0,
    kill: 0,
    expire: 0,
  };
  const heal = async () => {
    line.become("through");
    await signIn(browser, line.url);
  };
  const isKept = async (text: string) => {
    for (let waited = 0; waited < 3_000; waited += 200) {
      const items = await itemsIn(browser).catch(() => null);
      if (items?.some((item) => item.text === text)) return true;
      if (!items && waited > 1_000) await browser.goto(`${line.url}/outbox`).catch(() => {});
      await pause(200);
    }
    return false;
  };
  async function press(text: string, trouble: Trouble | null) {
    if (isMood(trouble) && roll(2)) line.become(trouble);
    if (trouble === "expire") await browser.forgetCookies();
    for (let tries = 0; tries < 6; tries++) {
      try {
        await browser.goto(`${line.url}${COMMENTS}`);
        await browser.type("textarea[name=content]", text);
        if (isMood(trouble)) line.become(trouble);
        await browser.press("form:has(textarea[name=content]) button");
        if (trouble === "restart") await restarted(place);
      } catch {
        // A page of a motel, or of nothing at all: one comes back where there is a signal.
      }
      if (await isKept(text)) return;
      await heal();
      if (await isKept(text)) return;
    }
    throw new Error(`${text} could not be typed.`);
  }
  try {
    await signIn(browser, line.url);
    await browser.goto(`${line.url}/outbox`);
    const has = (path: string) =>
      untilIt(
        async () =>
          (await browser.run(
            "return Boolean(await caches.match(arguments[0]));".replace("arguments[0]", JSON.stringify(path)),
          )) === true,
      );
    await has("/outbox/load");
    const tabs = [await browser.tab(), await browser.newTab()];
    for (const tab of tabs) {
      await browser.switchTo(tab);
      await browser.goto(`${line.url}${COMMENTS}`);
    }
    await has(COMMENTS);
    const texts = Array.from({ length: options.count }, (_, n) => `WEB-${options.seed}-${n + 1}`);
    for (const [n, text] of texts.entries()) {
      const chance = troubleOf(roll);
      const trouble = chance === "kill" ? null : chance;
      if (trouble) troubles[trouble]++;
      await browser.switchTo(tabs[n % tabs.length] ?? "");
      await press(text, trouble);
      if (roll(3) === 0) line.become("through");
      if (n % 10 === 9) {
        await heal();
        options.say?.(`${n + 1} of ${options.count}`);
      }
    }
    await heal();
    await browser.goto(`${line.url}/outbox`);
    const done = async () =>
      (await itemsIn(browser))?.every(({ state }) => state === "sent" || state === "needs");
    await untilIt(async () => (await done()) === true, 600_000);
    const stuck = ((await itemsIn(browser)) ?? []).flatMap(({ text, state, said }) =>
      state === "needs" ? `${text}: ${said}` : [],
    );
    const counted = await countTexts(place.database, `WEB-${options.seed}-%`);
    return {
      asked: options.count,
      rows: [...counted.values()].reduce((sum, rows) => sum + rows, 0),
      texts: counted.size,
      lost: texts.filter((text) => !counted.has(text)),
      double: texts.filter((text) => (counted.get(text) ?? 0) > 1),
      stuck,
      troubles,
      seconds: Math.round((performance.now() - began) / 1_000),
    };
  } finally {
    await browser.end();
    await place.end(place.app);
  }
}
