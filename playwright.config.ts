import { defineConfig, devices } from "@playwright/test";
import { chromiumPath } from "./scripts/chromium.mjs";
import { keepInMemory } from "./scripts/memory-folder.mjs";

keepInMemory();

/** The browser keeps the real clock where the tests run under another (scripts/clocks.mjs): it would stand still. */
const { LD_PRELOAD: _, ...browserEnv } = process.env as Record<string, string>;

/**
 * Chromium obeys only the last such list, so this one repeats what Playwright turns off by itself. `RenderDocument` is ours:
 * without it the next page stays in the same frame, which saves a sixth of a click.
 */
const TURNED_OFF = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "PreconnectToSearch",
  "RenderDocument",
];

/**
 * Every journey with JavaScript; without it those that are marked, and the rest by the driver of forms (docs/testing.md).
 * The server is started by the global set-up.
 */
const chromium = {
  ...devices["Desktop Chrome"],
  // Where most of the demo lives. A journey about another zone says so itself.
  timezoneId: "America/Detroit",
  // The fade from page to page is a third of what a click costs; a journey that wants it asks for motion itself.
  contextOptions: { reducedMotion: "reduce" as const },
  // What a device keeps is for the journeys about it; the others ask the server (docs/no-signal.md).
  serviceWorkers: "block" as const,
  launchOptions: {
    executablePath: chromiumPath(),
    env: browserEnv,
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${TURNED_OFF.join(",")}`,
      // Load the first page in the process that the empty tab already has.
      "--renderer-process-limit=1",
      "--disable-site-isolation-trials",
    ],
  },
};

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  workers: 2,
  // A busy machine is no reason to fail.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Walked once more from its start, and named at the end of `npm test` (docs/testing.md): a fault fails twice.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: ".cache/results/browser.json" }]],
  // A trace of every journey costs as much as the journey: `npx playwright test --trace on` where one is wanted.
  use: { screenshot: "only-on-failure" },
  projects: [
    { name: "script", use: chromium, grepInvert: /@asked/ },
    { name: "no-script", use: { ...chromium, javaScriptEnabled: false }, grep: /@seen|@both/ },
  ],
});
