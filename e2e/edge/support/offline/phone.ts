import { type ChildProcess, spawn } from "node:child_process";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { chromiumPath } from "../../../../scripts/chromium.mjs";

/** A browser that stores its data in a folder and can be killed like a phone whose battery is empty. */
export type Phone = { context: BrowserContext; tabs: Page[]; kill(): Promise<void> };

/** Start Chromium with its own data folder and open the given number of tabs. */
export async function startPhone(folder: string, tabs: number): Promise<Phone> {
  const path = chromiumPath();
  if (!path) throw new Error("There is no Chromium.");
  const child = spawn(
    path,
    [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--remote-debugging-port=0",
      `--user-data-dir=${folder}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"], detached: true },
  );
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const browser: Browser = await chromium.connectOverCDP(await addressOf(child));
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const pages = [];
  for (let n = 0; n < tabs; n++) pages.push(await context.newPage());
  return {
    context,
    tabs: pages,
    async kill() {
      // Kill the process group: Debian's browser is a script that starts the real one.
      if (child.pid) process.kill(-child.pid, "SIGKILL");
      await gone;
      // The browser process has ended, so waiting for the close would never finish.
      browser.close().catch(() => {});
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let message = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      message += chunk.toString();
      const text = /DevTools listening on (\S+)/.exec(message)?.[1];
      if (text) resolve(text);
    });
    child.once("exit", () => reject(new Error(`Chromium ended: ${message}`)));
  });
}

type Item = { text: string; state: string; said: string };

/** List the items stored on the phone with their text and state, in the order typed. */
export const listStoredItems = (page: Page): Promise<Item[]> =>
  page.evaluate(
    () =>
      new Promise<{ text: string; state: string; said: string }[]>((resolve, reject) => {
        const request = indexedDB.open("timbertally");
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const database = request.result;
          if (!database.objectStoreNames.contains("items")) return resolve([]);
          const all = database.transaction("items").objectStore("items").getAll();
          all.onerror = () => reject(all.error);
          all.onsuccess = () => {
            database.close();
            resolve(
              all.result.map(({ fields, state, said }) => ({
                text: fields.find(([name]: [string, string]) => name === "content")?.[1] ?? "",
                state,
                said,
              })),
            );
          };
        };
      }),
  );
