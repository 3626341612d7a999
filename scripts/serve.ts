import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../db/client.server";
import { seedDemo } from "../db/demo/seed";
import { migrateDatabase } from "../db/migrate.server";
import { freePort } from "./sqld.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Secrets of the demo that tests run; never those of a real one. */
export const TEST_SECRETS = {
  SESSION_SECRET: "a-secret-for-tests-alone-0123456789",
  QR_KEYS: "t1:a-key-for-tests-alone-0123456789-0123456789",
};

export type Served = { url: string; databaseUrl: string; child: ChildProcess; stop(): Promise<void> };

/** The built app on loopback over a fresh demo database in a temporary folder; for browser tests and pictures. */
export async function serveDemo(more: Record<string, string> = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-demo-"));
  const databaseUrl = `file:${join(folder, "demo.db")}`;
  const db = await openDatabase({ url: databaseUrl });
  await migrateDatabase(db);
  await seedDemo(db, new Date());
  db.close();
  // At its log level it says nothing unless it falls, and then its last words are wanted.
  const served = await serveApp(databaseUrl, join(folder, "files"), { LOG_LEVEL: "fatal", ...more });
  return {
    ...served,
    async stop() {
      await served.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The built app on loopback over a database that is there, its secrets those of tests. */
export async function serveApp(
  databaseUrl: string,
  filesDir: string,
  more: Record<string, string> = {},
  output: "inherit" | "ignore" = "inherit",
): Promise<Served> {
  if (!existsSync(join(root, "build/server/index.js"))) throw new Error("Build first: npm run build");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["--import", "tsx", "server/index.ts"], {
    cwd: root,
    stdio: ["ignore", output, "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: databaseUrl,
      FILES_DIR: filesDir,
      ...TEST_SECRETS,
      RATE_LIMIT_SIGN_IN: "1000",
      RATE_LIMIT_RESET: "1000",
      RATE_LIMIT_SIGN_UP: "1000",
      ...more,
    },
  });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  for (let waited = 0; ; waited += 100) {
    const ready = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    );
    if (ready) break;
    if (child.exitCode !== null || waited > 30_000) throw new Error("The server did not start.");
    await new Promise((r) => setTimeout(r, 100));
  }
  return {
    url,
    databaseUrl,
    child,
    async stop() {
      child.kill("SIGTERM");
      await gone;
    },
  };
}
