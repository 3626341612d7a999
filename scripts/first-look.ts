/**
 * `npm run first-look`: when a page is seen for the first time over a slow line of 400 kilobits a second, each request of which
 * waits 400 ms, and what has come by then; with script, as a light page, and without script. `--looks 3` for how often, `--write`
 * puts the table into docs/benchmarks.md. The browser's line is slow, not the machine's: connecting, two waits more
 * on a real line, isn't counted.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContextOptions, chromium } from "@playwright/test";
import { median } from "../bench/figures";
import { chromiumPath } from "./chromium.mjs";
import { serveDemo } from "./serve";
import { root } from "./setup.mjs";

const { values: given } = parseArgs({
  options: { looks: { type: "string", default: "3" }, write: { type: "boolean", default: false } },
});
const LOOKS = Number(given.looks);
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PAGES = [
  { page: "front page", path: "/", signedOut: true },
  { page: "sign in", path: "/login", signedOut: true },
  { page: "dashboard", path: "/" },
  { page: "ticket list", path: "/trip-tickets" },
  { page: "ticket", path: "/trip-tickets/3" },
  { page: "job list", path: "/jobs" },
];
const WAYS = ["as it comes", "light", "without script"] as const;

type Look = { seen: number; kilobytes: number };

/** One first look by a browser that holds nothing of the site. */
async function look(
  browser: Browser,
  options: BrowserContextOptions,
  url: string,
  isLight: boolean,
): Promise<Look> {
  const context = await browser.newContext({ ...options, serviceWorkers: "block" });
  try {
    if (isLight) await context.addCookies([{ name: "tt_light", value: "1", url }]);
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    let bytes = 0;
    line.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", LINE);
    await page.goto(url, { waitUntil: "networkidle" });
    // On a busy machine it may be drawn after all has come.
    const paint = () =>
      page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    for (let waited = 0; waited < 10_000 && (await paint()) === undefined; waited += 100)
      await page.waitForTimeout(100);
    const seen = (await paint()) ?? Number.NaN;
    return { seen, kilobytes: bytes / 1000 };
  } finally {
    await context.close();
  }
}

const served = await serveDemo();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", "--disable-background-networking"],
});
try {
  const signing = await browser.newContext({ baseURL: served.url });
  await signing.request.post("/login", {
    form: { login: "manager@demo.test", password: "timber-demo-2026" },
  });
  const state = await signing.storageState();
  // What came with the sign-in tells the server that a page was seen.
  const storageState = { ...state, cookies: state.cookies.filter(({ name }) => name !== "tt_styles") };
  const lines = [
    `| page | ${WAYS.map((way) => `${way}: seen after, s | KB in all`).join(" | ")} |`,
    `| --- |${" ---: | ---: |".repeat(WAYS.length)}`,
  ];
  for (const { page, path, signedOut } of PAGES) {
    const cells: string[] = [];
    for (const way of WAYS) {
      const options = {
        ...(signedOut ? {} : { storageState }),
        javaScriptEnabled: way !== "without script",
      };
      const looks: Look[] = [];
      // The first look is the server's own first one too.
      for (let i = 0; i <= LOOKS; i++)
        looks.push(await look(browser, options, served.url + path, way === "light"));
      const [, ...counted] = looks;
      cells.push(
        (median(counted.map(({ seen }) => seen)) / 1000).toFixed(2),
        median(counted.map(({ kilobytes }) => kilobytes)).toFixed(1),
      );
    }
    lines.push(`| ${page} | ${cells.join(" | ")} |`);
    console.log(lines.at(-1));
  }
  if (given.write) {
    const file = join(root, "docs", "benchmarks.md");
    const [before, after] = ["<!-- first-look:start -->", "<!-- first-look:end -->"];
    const text = readFileSync(file, "utf8");
    const [head, tail] = [text.indexOf(before) + before.length, text.indexOf(after)];
    if (tail < head) throw new Error(`docs/benchmarks.md has no ${before} … ${after}.`);
    writeFileSync(file, `${text.slice(0, head)}\n${lines.join("\n")}\n${text.slice(tail)}`);
  }
} finally {
  await browser.close();
  await served.stop();
}
