import { defineConfig } from "vitest/config";

const alias = {
  "~": new URL("./app", import.meta.url).pathname,
  "#db": new URL("./db", import.meta.url).pathname,
};
const database = ["{app,db,server}/**/*.server.test.ts", "{app,db,server}/**/*.server.test.tsx"];

/** Pure tests once; database tests twice: on a file, and on a real sqld over HTTP; edge tests on real processes. */
export default defineConfig({
  test: {
    // Otherwise one core is left idle, which is half of a machine with two.
    maxWorkers: "100%",
    projects: [
      {
        resolve: { alias },
        test: {
          name: "pure",
          include: ["{app,db,server,scripts,bench}/**/*.test.{ts,tsx}"],
          exclude: [...database, "node_modules/**"],
          // A busy machine is no reason to fail.
          testTimeout: 30_000,
          setupFiles: ["./db/testing/quiet.ts"],
        },
      },
      ...(["file", "sqld"] as const).map((transport) => ({
        resolve: { alias },
        test: {
          name: transport,
          include: database,
          // A replica's primary is a real sqld, whatever the others run on.
          exclude: transport === "file" ? ["db/replica/**"] : [],
          setupFiles: ["./db/testing/quiet.ts"],
          globalSetup: ["./db/testing/global-setup.ts"],
          env: { TEST_TRANSPORT: transport },
          pool: "forks" as const,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      })),
      {
        resolve: { alias },
        test: {
          name: "edge",
          include: ["edge/**/*.test.ts"],
          setupFiles: ["./db/testing/quiet.ts"],
          globalSetup: ["./edge/support/global-setup.ts"],
          pool: "forks" as const,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
