import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BOTH_TRANSPORT_PATTERNS } from "./db/testing/transports";
import { BROWSER_ONLY_JOURNEYS } from "./e2e/support/seen-alone";
import { keepInMemory } from "./scripts/memory-folder.mjs";

keepInMemory();

const alias = {
  "~": fileURLToPath(new URL("./app", import.meta.url)),
  "#db": fileURLToPath(new URL("./db", import.meta.url)),
};
const driver = (file: string) => fileURLToPath(new URL(`./e2e/http/form-browser/${file}`, import.meta.url));
const database = ["{app,db,server}/**/*.server.test.ts", "{app,db,server}/**/*.server.test.tsx"];

/** Polling limit: Vitest's default of one second is too short for a busy machine. */
const PATIENT = { timeout: 60_000 };

/**
 * Each process loads all modules itself, which takes a tenth of the database tests' time. If `npm test` uses the second
 * core for other work (`TEST_MODULES`) and there is no third core, a second test process makes the tests slower.
 */
const ONE_AT_A_TIME = process.env.TEST_MODULES && availableParallelism() <= 2 ? { maxWorkers: 1 } : {};

/** Project of database tests with one transport (a file or sqld). A replica's primary is always a real sqld. */
const onDatabase = (name: string, transport: "file" | "sqld", include: string[], exclude: string[] = []) => ({
  resolve: { alias },
  test: {
    name,
    include,
    exclude,
    setupFiles: ["./db/testing/quiet.ts", "./db/testing/fresh.ts"],
    globalSetup: ["./db/testing/global-setup.ts"],
    env: { TEST_TRANSPORT: transport },
    pool: "forks" as const,
    // Test files of one project share a process; `fresh.ts` clears the state left by the previous file.
    isolate: false,
    sequence: { groupOrder: ["sqld", "file", "sqld-rest"].indexOf(name) + 1 },
    ...ONE_AT_A_TIME,
    // Long enough that a busy machine doesn't fail a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: PATIENT },
  },
});

/** HTTP tests that need their own server, because they compare its tables or must be the first to render its pages. */
const ALONE = ["e2e/http/bad-*.test.ts", "e2e/http/pages.test.ts"];

/**
 * One process loads the modules and the built app once and runs all test files in turn; `fresh.ts` clears the state
 * left by each file.
 */
const SHARED = {
  setupFiles: ["./db/testing/quiet.ts", "./db/testing/fresh.ts"],
  pool: "forks" as const,
  isolate: false,
};

/** Project of tests of the built app over HTTP. */
const onServer = (
  name: string,
  include: string[],
  more: { exclude?: string[]; fileParallelism?: boolean } = {},
) => ({
  resolve: { alias },
  test: {
    name,
    include,
    ...more,
    ...SHARED,
    globalSetup: ["./e2e/http/support/global-setup.ts"],
    // Testing every address with every demo user takes many requests, and a machine may be busy.
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});

/**
 * Vitest projects: tests without a database; database tests with a file, some of them also with sqld over HTTP; edge
 * tests with real processes; and tests of the built app over HTTP without a browser.
 */
export default defineConfig({
  test: {
    // Use all cores: Vitest's default leaves one idle, which is half of a two-core machine.
    maxWorkers: "100%",
    // `npm test` starts Vitest several times with the same files, so these Vitest processes share compiled modules.
    experimental: {
      fsModuleCache: Boolean(process.env.TEST_MODULES),
      fsModuleCachePath: process.env.TEST_MODULES,
    },
    projects: [
      {
        resolve: { alias },
        test: {
          name: "pure",
          include: ["{app,db,server,scripts}/**/*.test.{ts,tsx}", "e2e/http/form-browser/*.test.ts"],
          exclude: [...database, "node_modules/**"],
          // Long enough that a busy machine doesn't fail a test.
          testTimeout: 120_000,
          expect: { poll: PATIENT },
          // Modules for the browser have state, so each test file loads them again.
          setupFiles: ["./db/testing/quiet.ts", "./db/testing/alone.ts", "./db/testing/fresh.ts"],
          isolate: false,
          ...ONE_AT_A_TIME,
        },
      },
      onDatabase("file", "file", database, ["db/replica/**"]),
      onDatabase("sqld", "sqld", BOTH_TRANSPORT_PATTERNS),
      // Database tests that normally use only a file, here with sqld: `npx vitest run --project sqld --project
      // sqld-rest`.
      onDatabase("sqld-rest", "sqld", database, BOTH_TRANSPORT_PATTERNS),
      {
        resolve: { alias },
        test: {
          name: "edge",
          include: ["e2e/edge/**/*.test.ts"],
          ...SHARED,
          globalSetup: ["./e2e/edge/support/global-setup.ts"],
          // Long enough that a busy machine doesn't fail a test.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: PATIENT },
        },
      },
      onServer("http", ["e2e/http/*.test.ts"], { exclude: ALONE }),
      onServer("http-alone", ALONE, { fileParallelism: false }),
      {
        // Tests in `e2e/`, run again by the form driver without JavaScript and without a browser.
        resolve: {
          alias: [
            { find: /^\.\/(support\/)?test$/, replacement: driver("test.ts") },
            { find: /^@playwright\/test$/, replacement: driver("playwright.ts") },
            ...Object.entries(alias).map(([find, replacement]) => ({ find, replacement })),
          ],
        },
        test: {
          name: "journeys",
          include: ["e2e/*.spec.ts"],
          exclude: BROWSER_ONLY_JOURNEYS,
          ...SHARED,
          setupFiles: [...SHARED.setupFiles, driver("begin.ts")],
          globalSetup: ["./e2e/http/support/global-setup.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: PATIENT },
        },
      },
    ],
  },
});
