import { copyFileSync, rmSync } from "node:fs";
import type BetterSqlite from "better-sqlite3";
import { loadBetterSqlite } from "../db/bulk/better-sqlite";
import { databaseOf } from "./sets";

type Opened = BetterSqlite.Database;
const MONEY = [
  "settlement_event",
  "settlement_payment",
  "settlement_line",
  "settlement_statement",
  "trip_ticket_settlement",
];

/** A copy of the large set to write to. */
export function copyOf(tickets: number, path: string): string {
  for (const end of ["", "-wal", "-shm"]) rmSync(path + end, { force: true });
  copyFileSync(databaseOf(tickets), path);
  return path;
}

export function opened(path: string): Opened {
  const Sqlite = loadBetterSqlite();
  const db = new Sqlite(path);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  return db;
}

/** Does something to a set without what its triggers would do and refuse; they are there again afterwards. */
export function withoutTriggers(db: Opened, act: () => void): void {
  const triggers = db.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
  act();
  for (const { sql } of triggers) db.exec(sql);
}

/** Forgets all that was ever priced, stated and paid. */
export function forgetMoney(db: Opened): void {
  db.pragma("foreign_keys = OFF");
  withoutTriggers(db, () => {
    for (const table of MONEY) db.exec(`DELETE FROM ${table}`);
    db.exec("DELETE FROM number_series WHERE kind = 'settlement'");
  });
  db.exec("ANALYZE");
}

/**
 * Has four companies pay twelve for all that is cut and hauled, as an office settles a quarter: statements are long then, and
 * what is measured is their lines.
 */
export function fewCompanies(db: Opened): void {
  withoutTriggers(db, () => {
    for (const table of ["job_product_rate", "job_haul_rate"])
      db.exec(`UPDATE OR REPLACE ${table} SET paying_company_id = 101 + paying_company_id % 4,
        receiving_company_id = 1 + receiving_company_id % 12`);
    db.exec(`UPDATE trip_ticket SET cutter_company_id = 1 + cutter_company_id % 12, hauler_company_id = 1 + hauler_company_id % 12,
      cutter_on_behalf_of_company_id = NULL, hauler_on_behalf_of_company_id = NULL`);
  });
  db.exec("ANALYZE");
}
