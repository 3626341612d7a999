import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { onReset } from "~/lib/process-state";
import { findSharedDemo } from "../../scripts/serve";
import { startSqld } from "../../scripts/sqld.mjs";
import { type Database, type DatabaseOptions, getDatabase } from "../client.server";

let opened: Promise<Database> | undefined;
let address = "";
/** Address of this test file's database once it is open, for starting a second server on the database. */
export const getTestDatabaseUrl = () => address;
const closers: (() => unknown)[] = [];
onReset(async () => {
  for (const close of closers.splice(0)) await close();
  opened = undefined;
  address = "";
});

/**
 * Open this test file's own database, on the transport of the running test project: a file, or sqld over HTTP. It
 * becomes the process's database, so code that looks up the database itself (sessions, routes) uses it.
 */
export function openTestDatabase(): Promise<Database> {
  opened ??= open(inject("baseDatabase"));
  return opened;
}

/**
 * Like `openTestDatabase`, with current demo data: a copy of the demo that `npm test` created, else a new demo.
 * `logger` receives each query.
 */
export async function openDemoDatabase(more: Pick<DatabaseOptions, "logger"> = {}): Promise<Database> {
  if (process.env.TEST_DEMO) {
    opened ??= open(findSharedDemo() ?? remadeDemo(process.env.TEST_DEMO), more);
    return opened;
  }
  opened ??= open(inject("baseDatabase"), more);
  const db = await opened;
  const { seedDemo } = await import("../demo/seed");
  await seedDemo(db, new Date());
  return db;
}

/** Create the demo in a separate process: it needs settings that this file's tests must not have. */
function remadeDemo(left: string): string {
  execFileSync(process.execPath, ["--import", "tsx", "scripts/demo-file.ts"], { stdio: "inherit" });
  return left;
}

async function open(start: string, more: Pick<DatabaseOptions, "logger"> = {}): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-test-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (process.env.TEST_TRANSPORT === "sqld") {
    const data = join(folder, "dbs", "default");
    mkdirSync(data, { recursive: true });
    cpSync(start, join(data, "data"));
    const sqld = await startSqld({ dir: folder });
    address = sqld.url;
    // Allow a long response time, since other tests run at the same time.
    const db = await getDatabase(() => ({ timeLimit: 60_000, ...more, url: address }));
    closers.push(
      () => db.close(),
      () => sqld.stop(),
      remove,
    );
    return db;
  }
  const file = join(folder, "test.db");
  cpSync(start, file);
  address = `file:${file}`;
  const db = await getDatabase(() => ({ ...more, url: address }));
  closers.push(() => db.close(), remove);
  return db;
}
