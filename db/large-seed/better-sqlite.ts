import { createRequire } from "node:module";
import type BetterSqlite from "better-sqlite3";

/**
 * Check whether better-sqlite3 works here. It is an optional dependency, and its binary fits only the Node version it
 * was compiled for.
 */
export function hasBetterSqlite(): boolean {
  try {
    loadBetterSqlite();
    return true;
  } catch {
    return false;
  }
}

/** Load better-sqlite3, or throw a readable error. Opening a database is needed to load its binary. */
export function loadBetterSqlite(): typeof BetterSqlite {
  try {
    const Sqlite: typeof BetterSqlite = createRequire(import.meta.url)("better-sqlite3");
    new Sqlite(":memory:").close();
    return Sqlite;
  } catch {
    throw new Error(
      "This needs the optional package better-sqlite3, which is not installed here or was compiled for another Node. Run: npm rebuild better-sqlite3",
    );
  }
}
