import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../db/client.server";
import { migrateDatabase } from "../db/migrate.server";
import { SERVER } from "./setup.mjs";
import { freePort } from "./sqld.mjs";
import { vapidKeys } from "./vapid.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Secrets for tests with the demo, never used by a real site. */
export const TEST_SECRETS = {
  SESSION_SECRET: "a-secret-for-tests-alone-0123456789",
  QR_KEYS: "t1:a-key-for-tests-alone-0123456789-0123456789",
  VAPID_KEYS: vapidKeys(),
};

/** Node settings of the Dockerfile, for the smallest machine in docs/deploy.md. */
export const SMALL_SERVER = { NODE_OPTIONS: "--max-old-space-size=256", MALLOC_ARENA_MAX: "2" };

const LIMITS = {
  RATE_LIMIT_SIGN_IN: "1000",
  RATE_LIMIT_RESET: "1000",
  RATE_LIMIT_SIGN_UP: "1000",
  WORK_LIMIT_PERCENT: "100000",
};

export type App = {
  url: string;
  child: ChildProcess;
  /** Resolves when the process ends, to its exit code or the signal that ended it. */
  gone: Promise<number | string>;
  /** Return the process's log output so far. */
  said(): string;
  /** Resolves when the server can read its database; rejects with the process's last output if the process ends first. */
  ready(): Promise<void>;
  stop(): Promise<void>;
};

/** Start the built app on a loopback port with the given settings, without waiting until it is ready. */
export async function startApp(
  settings: Record<string, string>,
  more: { port?: number; imports?: string[]; output?: "ignore"; name?: string } = {},
): Promise<App> {
  if (!existsSync(join(root, SERVER))) throw new Error("Build first: npm run build");
  const port = more.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const imports = (more.imports ?? []).flatMap((file) => ["--import", file]);
  const child = spawn(process.execPath, [...imports, SERVER], {
    cwd: root,
    stdio: ["ignore", more.output ?? "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      // Tests call no outside services, so the weather is the demo's.
      WEATHER: "demo",
      // A test run signs in only once and takes longer than the usual 15 minutes.
      PASSWORD_AGAIN_MINUTES: "600",
      HOST: "127.0.0.1",
      PORT: String(port),
      // Passkeys need a host name, never an IP address.
      PUBLIC_URL: `http://${more.name ?? "127.0.0.1"}:${port}`,
      ...TEST_SECRETS,
      LOG_LEVEL: "fatal",
      ...LIMITS,
      ...settings,
    },
  });
  let message = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      message = (message + chunk.toString()).slice(-100_000);
    });
  const gone = new Promise<number | string>((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? code ?? 0)),
  );
  let ended = false;
  gone.then(() => {
    ended = true;
  });
  return {
    url,
    child,
    gone,
    said: () => message,
    async ready() {
      for (let waited = 0; waited < 60_000; waited += 50) {
        if (ended) throw new Error(`The server did not start:\n${message}`);
        const answers = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
          (r) => r.ok,
          () => false,
        );
        if (answers) return;
        await new Promise((r) => setTimeout(r, 50));
      }
      throw new Error(`The server is not ready after a minute:\n${message}`);
    },
    async stop() {
      child.kill("SIGTERM");
      await gone;
    },
  };
}

export type Served = { url: string; databaseUrl: string; child: ChildProcess; stop(): Promise<void> };

/** Serve the built app on loopback with a fresh demo database in a temporary folder, for browser tests and screenshots. */
export async function serveDemo(
  more: Record<string, string> = {},
  target: { name?: string } = {},
): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-demo-"));
  const file = join(folder, "demo.db");
  const databaseUrl = `file:${file}`;
  await makeDemoFile(file);
  // In demo mode the outbox page shows mailed links, since no mail is sent.
  const files = join(folder, "files");
  const app = await startApp({ DATABASE_URL: databaseUrl, FILES_DIR: files, DEMO: "1", ...more }, target);
  // At this log level the server prints only when it crashes, and then its output is needed.
  for (const stream of [app.child.stdout, app.child.stderr]) stream?.pipe(process.stderr);
  await app.ready();
  return {
    url: app.url,
    databaseUrl,
    child: app.child,
    async stop() {
      await app.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const HALF_AN_HOUR = 1_800_000;
const halfHourOf = (ms: number) => Math.floor(ms / HALF_AN_HOUR);

/**
 * Return the path of the shared demo (`TEST_DEMO`) if it was created in the current half hour. After that, a new day
 * may have begun in some time zone.
 */
export function findSharedDemo(): string | null {
  const text = process.env.TEST_DEMO;
  return text && existsSync(text) && halfHourOf(statSync(text).mtimeMs) === halfHourOf(Date.now())
    ? text
    : null;
}

/**
 * Create a demo as of now in one self-contained file, which can be copied to a primary's data folder. Within `npm
 * test`, all tests in the same half hour share one demo.
 */
export async function makeDemoFile(file: string) {
  const text = findSharedDemo();
  if (text) return copyFileSync(text, file);
  // The app calculates the demo's pay and reads its settings on import, so set the settings first.
  for (const [name, value] of Object.entries(TEST_SECRETS)) process.env[name] ??= value;
  const begun = new Date();
  const url = `file:${file}`;
  const db = await openDatabase({ url, timeLimit: 60_000 });
  await migrateDatabase(db);
  const { seedDemo } = await import("../db/demo/seed");
  await seedDemo(db, begun);
  await db.client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  await db.close();
  if (process.env.TEST_DEMO) leaveFor(process.env.TEST_DEMO, file, begun);
}

/** Publish a demo at the shared path by an atomic rename, with its creation time. */
function leaveFor(others: string, file: string, begun: Date) {
  const draft = `${others}.${process.pid}`;
  copyFileSync(file, draft);
  utimesSync(draft, begun, begun);
  renameSync(draft, others);
}
