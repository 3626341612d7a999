import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@libsql/client";
import { expect, inject, onTestFinished, test } from "vitest";
import { startEdge } from "../../scripts/edge";
import { startApp } from "../../scripts/serve";
import { createDemoTicket, createVisitor, waitForCondition } from "./support/visitor";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Run a database script as from a shell; return its exit code and its output. */
const script = (name: string, args: string[], databaseUrl = "") =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const inputs = ["--import", "tsx", `db/scripts/${name}.ts`, ...args];
    const env = { ...process.env, DATABASE_URL: databaseUrl };
    execFile(process.execPath, inputs, { cwd: root, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    );
  });

test("backs up a primary during writes, and restores it for all its replicas", async () => {
  const edge = await startEdge(inject("demoDatabase"));
  onTestFinished(() => edge.stop());
  const sqld = ["--sqld", join(edge.folder, "primary")];
  const backup = join(edge.folder, "backups", "monday.db");
  const app = await edge.serve("a");
  const manager = createVisitor();
  await manager.signIn(app, "manager");
  const ticket = await createDemoTicket(manager, app);
  let writing = true;
  const busy = (async () => {
    while (writing) await createDemoTicket(manager, app);
  })();
  const created = await script("backup", [backup, ...sqld]);
  expect(created).toMatchObject({ code: 0, said: expect.stringContaining("read through and sound") });
  writing = false;
  await busy;
  const lost = await createDemoTicket(manager, app);
  expect(readdirSync(join(edge.folder, "backups"))).toEqual(["monday.db"]);
  expect((await script("backup", [backup, ...sqld])).said).toContain("is there already");

  const inUse = await script("restore", [backup, ...sqld]);
  expect(inUse).toMatchObject({ code: 1, said: expect.stringContaining("is in use") });
  await edge.primary.stop();
  const restored = await script("restore", [backup, ...sqld]);
  expect(restored, restored.said).toMatchObject({ code: 0 });
  expect(restored.said).toContain("What was there before lies in");
  await edge.primary.start();

  // The server continued to answer reads, and it syncs a new replica automatically.
  await waitForCondition(async () => (await manager.get(app.url + lost)).status === 404);
  expect((await manager.get(app.url + ticket)).status).toBe(200);
  const after = await createDemoTicket(manager, app);
  await waitForCondition(async () => (await manager.get(app.url + after)).status === 200);
  await app.stop();
  const replica = createClient({ url: `file:${edge.replicaOf("a")}` });
  expect((await replica.execute("PRAGMA integrity_check")).rows[0]?.integrity_check).toBe("ok");
  replica.close();
});

test("backs up an embedded database in use, and restores it only when it isn't in use", async () => {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-backup-"));
  const url = `file:${join(folder, "live", "timber.db")}`;
  const backup = join(folder, "timber.backup.db");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "live"));
  cpSync(inject("demoDatabase"), join(folder, "live", "timber.db"));
  const start = () => startApp({ DATABASE_URL: url, FILES_DIR: join(folder, "files") });
  const app = await start();
  await app.ready();
  const manager = createVisitor();
  await manager.signIn(app, "manager");
  const ticket = await createDemoTicket(manager, app);
  expect((await script("backup", [backup], url)).code).toBe(0);
  const lost = await createDemoTicket(manager, app);
  expect((await script("restore", [backup], url)).said).toContain("is in use");
  await app.stop();
  // Damaged database files don't prevent a restore.
  writeFileSync(join(folder, "live", "timber.db"), Buffer.alloc(100_000, 7));
  rmSync(join(folder, "live", "timber.db-wal"), { force: true });
  expect((await script("restore", [backup], url)).code).toBe(0);
  const again = await start();
  onTestFinished(() => again.stop());
  await again.ready();
  expect((await manager.get(again.url + ticket)).status).toBe(200);
  expect((await manager.get(again.url + lost)).status).toBe(404);
});

test("refuses to restore a file that isn't a backup, and refuses a server's address as a database file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "junk.db");
  writeFileSync(file, "junk".repeat(5_000));
  const target = `file:${join(folder, "target.db")}`;
  const junk = await script("restore", [file], target);
  expect(junk).toMatchObject({ code: 1, said: expect.stringContaining("isn't a Timbertally backup") });
  expect(existsSync(join(folder, "target.db"))).toBe(false);
  const remote = await script("backup", [join(folder, "x.db")], "http://127.0.0.1:9");
  expect(remote).toMatchObject({
    code: 1,
    said: expect.stringContaining("Run this on the server's own machine"),
  });
  expect((await script("backup", [], target)).said).toContain("Name one file");
});
