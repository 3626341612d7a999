import { defineConfig, devices } from "@playwright/test";
import { chromiumPath } from "./scripts/chromium.mjs";
import { keepInMemory } from "./scripts/memory-folder.mjs";

keepInMemory();

/** If the system clock is faked (scripts/clocks.mjs), start the browser without the fake clock, since it would freeze. */
const { LD_PRELOAD: _, ...browserEnv } = process.env as Record<string, string>;

/**
 * Chromium uses only the last list of disabled features, so this list repeats Playwright's own. `RenderDocument` is
 * added: without that feature, the next page stays in the same frame, which saves a sixth of a click's time.
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
 * Runs every end-to-end test with JavaScript, and the tagged ones also without. The form driver runs the other tests
 * without JavaScript and without a browser (docs/testing.md). The global setup starts the server.
 */
const chromium = {
  ...devices["Desktop Chrome"],
  // Time zone of most of the demo. A test about another time zone sets its own.
  timezoneId: "America/Detroit",
  // The fade between pages takes a third of a click's time, so it is off. A test that needs motion turns it on.
  contextOptions: { reducedMotion: "reduce" as const },
  // Only tests about offline storage use a service worker; in all other tests requests go to the server
  // (docs/no-signal.md).
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
      // Load the first page in the empty tab's process.
      "--renderer-process-limit=1",
      "--disable-site-isolation-trials",
    ],
  },
};

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  globalSetup: "./e2e/support/global-setup.ts",
  workers: 2,
  // Generous limits, so that a busy machine doesn't fail a test.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Repeat a failed test once from its start, and list it at the end of `npm test` (docs/testing.md). A test with a
  // real fault fails twice.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: ".cache/results/browser.json" }]],
  // A trace takes as much time as the test itself; run `npx playwright test --trace on` to get one.
  use: { screenshot: "only-on-failure" },
  projects: [
    { name: "script", use: chromium, grepInvert: /@asked/ },
    { name: "no-script", use: { ...chromium, javaScriptEnabled: false }, grep: /@seen|@both/ },
  ],
});
