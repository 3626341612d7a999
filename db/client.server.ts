import type { Client, ResultSet } from "@libsql/client";
import Libsql from "libsql";
import { onReset } from "~/lib/process-state";
import type { BatchOptions, Database, DatabaseOptions, Statement } from "./database";
import {
  BUSY_TIMEOUT,
  executeStatements,
  getPath,
  openFile,
  readFrom,
  serverClient,
  write,
} from "./drivers.server";
import { openFileReader, type Reader } from "./reader.server";
import { openReplica } from "./replica/replica.server";
import { openFileWriter } from "./writer.server";

export type { Database, DatabaseOptions, Read, Statement, Write } from "./database";

/**
 * Open a database in one of three ways: a file (embedded), a file with a primary (a replica: reads here, writes by HTTP
 * to the primary), or a server by HTTP. Callers don't need to know which.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, primary, authToken, timeLimit = 8_000 } = options;
  if (primary) return openReplica({ ...options, primary, timeLimit });
  if (!url.startsWith("file:")) {
    const client = await serverClient(url, authToken, timeLimit);
    const batch = (statements: Statement[]) => executeStatements(client, statements);
    const writer = { batch, close: async () => {} };
    return onePlace(client, { client, version: () => null, close() {} }, writer, options);
  }
  // Reader and writer open the file after the client has checked it.
  const client = await openFile(url);
  const writer = openFileWriter(getPath(url), BUSY_TIMEOUT);
  return onePlace(client, openFileReader(getPath(url), BUSY_TIMEOUT), writer, options);
}

type Writing = {
  batch(statements: Statement[], options?: BatchOptions): Promise<ResultSet[]>;
  close(): Promise<void>;
};

/** Reads and writes go to the same database; a file has two connections, one of which can't write. */
function onePlace(client: Client, reader: Reader, writer: Writing, options: DatabaseOptions): Database {
  return {
    read: readFrom(reader.client, options.logger),
    write,
    client,
    freshness: null,
    version: reader.version,
    batch: (statements, options) => writer.batch(statements, options),
    catchUp: async () => true,
    async ready() {
      await client.execute("SELECT 1");
    },
    async close() {
      reader.close();
      await writer.close();
      client.close();
      if (options.url.startsWith("file:")) foldJournal(getPath(options.url));
    },
  };
}

/**
 * Move the write-ahead log into the file, so that after a clean stop the file alone is the whole database. If another
 * process has it open the log has to stay next to it.
 */
function foldJournal(path: string): void {
  try {
    const db = new Libsql(path, { timeout: 1_000 });
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
  } catch {
    // It is busy, or the disk is full: the log stays, and the next start reads it.
  }
}

let opened: Promise<Database> | undefined;
onReset(() => {
  opened = undefined;
});

/** The process's single database, opened with these options at the first call. */
export function getDatabase(options: () => DatabaseOptions): Promise<Database> {
  opened ??= openDatabase(options());
  return opened;
}
