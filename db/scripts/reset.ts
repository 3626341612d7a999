import { rmSync } from "node:fs";
import { DatabaseOpenError } from "../database";
import { requireNoArguments, runCommand } from "./command";
import { DATABASE_URL } from "./environment";

const USAGE = "npx tsx db/scripts/reset.ts";

/**
 * `npx tsx db/scripts/reset.ts` deletes the embedded database and recreates it with the demo data. It never deletes a
 * server's database.
 */
await runCommand(USAGE, async () => {
  requireNoArguments(USAGE);
  if (!DATABASE_URL.startsWith("file:"))
    throw new DatabaseOpenError("Only an embedded database (file:…) is reset.");
  if (process.env.NODE_ENV === "production") throw new DatabaseOpenError("Nothing is reset in production.");
  const path = DATABASE_URL.slice("file:".length);
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
  await import("./migrate");
  await import("./seed");
});
