/**
 * Carries out batches of statements in a thread of its own (`createLongWriter`): the driver's calls let nothing else run until they
 * return, and here there is nothing else. Synchronous FULL and foreign keys, as the writer of short ones.
 */
import { parentPort, workerData } from "node:worker_threads";
import Libsql from "libsql";

const db = new Libsql(workerData.path, { timeout: workerData.timeout });
db.exec("PRAGMA synchronous = FULL");
db.exec("PRAGMA foreign_keys = ON");
// A long commit comes back to its pages again and again: kept at hand, they are not read and written out in between.
db.exec("PRAGMA cache_size = -32768");

function carriedOut({ sql, params }) {
  const statement = db.prepare(sql).safeIntegers(true);
  let columns = [];
  try {
    // Refused for what returns no rows.
    statement.raw(true);
    columns = statement.columns().map(({ name }) => name);
  } catch {}
  if (columns.length > 0) return { columns, rows: statement.all(params), changes: 0, lastInsertRowid: 0 };
  return { columns, rows: [], ...statement.run(params) };
}

function inOne(statements) {
  db.exec("BEGIN IMMEDIATE");
  try {
    const sets = statements.map(carriedOut);
    db.exec("COMMIT");
    return sets;
  } finally {
    if (db.inTransaction) db.exec("ROLLBACK");
  }
}

parentPort.on("message", ({ id, statements }) => {
  if (!statements) {
    db.close();
    parentPort.close();
    return;
  }
  try {
    parentPort.postMessage({ id, sets: inOne(statements) });
  } catch (error) {
    const { name, message, code } = error instanceof Error ? error : new Error(String(error));
    parentPort.postMessage({ id, error: { name, message, code } });
  }
});
