import { defineConfig, devices } from "@playwright/test";
import { chromiumPath } from "./scripts/chromium.mjs";
import { keepInMemory } from "./scripts/memory-folder.mjs";

keepInMemory();

/** Under a faked clock (scripts/clocks.mjs) the browser keeps the real one: it would stand still. */
const { LD_PRELOAD: _, ...browserEnv } = process.env as Record<string, string>;

/**
 * Chromium obeys only the last such list, so this one repeats Playwright's own. `RenderDocument` is ours: without it
 * the next page stays in the same frame, which saves a sixth of a click.
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
 * Every journey with JavaScript; the marked ones also without it, and the rest by the driver of forms
 * (docs/testing.md). The server is started by the global set-up.
 */
const chromium = {
  ...devices["Desktop Chrome"],
  // Time zone of most of the demo. A journey about another zone sets it itself.
  timezoneId: "America/Detroit",
  // The fade from page to page is a third of the cost of a click; a journey that needs it turns on motion itself.
  contextOptions: { reducedMotion: "reduce" as const },
  // Offline storage is only for the journeys about it; the others use the server (docs/no-signal.md).
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
  // A busy machine must not fail a test.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Retry once from the start, and list it at the end of `npm test` (docs/testing.md): a real fault fails twice.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: ".cache/results/browser.json" }]],
  // A trace of every journey costs as much as the journey: run `npx playwright test --trace on` if you need one.
  use: { screenshot: "only-on-failure" },
  projects: [
    { name: "script", use: chromium, grepInvert: /@asked/ },
    { name: "no-script", use: { ...chromium, javaScriptEnabled: false }, grep: /@seen|@both/ },
  ],
});
