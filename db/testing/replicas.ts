import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { freePort, startSqld } from "../../scripts/sqld.mjs";
import { openDatabase } from "../client.server";
import type { Database } from "../database";

/**
 * Open a primary with the base database, and return functions that open replicas of it; everything is removed when the
 * test ends.
 */
export async function openPrimaryWithReplicas(key?: string) {
  const folder = mkdtempSync(join(tmpdir(), "timbertally-replica-"));
  const keyFile = join(folder, "key");
  if (key) writeFileSync(keyFile, key);
  const args = key ? ["--auth-jwt-key-file", keyFile] : [];
  const data = join(folder, "primary", "dbs", "default");
  mkdirSync(data, { recursive: true });
  cpSync(inject("baseDatabase"), join(data, "data"));
  const port = await freePort();
  const start = () => startSqld({ dir: join(folder, "primary"), port, args });
  let sqld: Awaited<ReturnType<typeof start>> | null = await start();
  const open: Database[] = [];
  const lines: string[] = [];
  onTestFinished(async () => {
    for (const db of open) await db.close();
    await sqld?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    file: (name: string) => join(folder, `${name}.db`),
    said: lines,
    pid: () => sqld?.pid ?? 0,
    async down() {
      await sqld?.stop();
      sqld = null;
    },
    async up() {
      sqld = await start();
    },
    async replica(
      name: string,
      more: { syncSeconds?: number; timeLimit?: number; waitLimit?: number; authToken?: string } = {},
    ) {
      const db = await openDatabase({
        url: `file:${join(folder, `${name}.db`)}`,
        timeLimit: more.timeLimit ?? 2_000,
        primary: {
          url: `http://127.0.0.1:${port}`,
          syncSeconds: more.syncSeconds ?? 600,
          waitLimit: more.waitLimit,
          authToken: more.authToken,
        },
        report: (_level, message) => lines.push(message),
      });
      open.push(db);
      return db;
    },
  };
}
