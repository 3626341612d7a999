import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { onReset } from "~/lib/process-state";
import { madeDemo } from "../../scripts/serve";
import { startSqld } from "../../scripts/sqld.mjs";
import { type Database, type DatabaseOptions, getDatabase } from "../client.server";

let opened: Promise<Database> | undefined;
let address = "";
/** Address of this file's database once it is open, for starting a second server on it. */
export const getTestUrl = () => address;
const closers: (() => unknown)[] = [];
onReset(async () => {
  for (const close of closers.splice(0)) await close();
  opened = undefined;
  address = "";
});

/**
 * This test file's own database, on the transport of the running project: a file, or sqld over HTTP. It is the
 * process's database, so code that looks up the database by itself (sessions, routes) finds this one.
 */
export function openTestDatabase(): Promise<Database> {
  opened ??= open(inject("baseDatabase"));
  return opened;
}

/**
 * The same with a current demo in it: a copy of the demo that `npm test` has created, or else one created here.
 * `logger` receives each query.
 */
export async function openDemoDatabase(more: Pick<DatabaseOptions, "logger"> = {}): Promise<Database> {
  if (process.env.TEST_DEMO) {
    opened ??= open(madeDemo() ?? remadeDemo(process.env.TEST_DEMO), more);
    return opened;
  }
  opened ??= open(inject("baseDatabase"), more);
  const db = await opened;
  const { seedDemo } = await import("../demo/seed");
  await seedDemo(db, new Date());
  return db;
}

/** Runs in a separate process: creating a demo needs settings that this file's tests must run without. */
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
    // A response may take long while other tests are running.
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
