import type { Client, ResultSet } from "@libsql/client";
import Libsql from "libsql";
import { onReset } from "~/lib/process-state";
import type { BatchOptions, Database, DatabaseOptions, Statement } from "./database";
import {
  BUSY_TIMEOUT,
  createReader,
  createServerClient,
  executeStatements,
  getFilePath,
  openFile,
  write,
} from "./drivers.server";
import { openFileReader, type Reader } from "./reader.server";
import { openReplica } from "./replica/replica.server";
import { openFileWriter } from "./writer.server";

export type { Database, DatabaseOptions, Read, Statement, Write } from "./database";

/**
 * Open a database of one of three kinds: a file (embedded); a file with a primary (a replica, which reads locally and
 * writes to the primary over HTTP); or a server over HTTP. All kinds have the same interface.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, primary, authToken, timeLimit = 8_000 } = options;
  if (primary) return openReplica({ ...options, primary, timeLimit });
  if (!url.startsWith("file:")) {
    const client = await createServerClient(url, authToken, timeLimit);
    const batch = (statements: Statement[]) => executeStatements(client, statements);
    const writer = { batch, close: async () => {} };
    return onePlace(client, { client, version: () => null, close() {} }, writer, options);
  }
  // The reader and writer open the file only after the client has checked it.
  const client = await openFile(url);
  const writer = openFileWriter(getFilePath(url), BUSY_TIMEOUT);
  return onePlace(client, openFileReader(getFilePath(url), BUSY_TIMEOUT), writer, options);
}

type Writing = {
  batch(statements: Statement[], options?: BatchOptions): Promise<ResultSet[]>;
  close(): Promise<void>;
};

/**
 * Return a database whose reads and writes use the same file or server. A file has two connections, one of which can't
 * write.
 */
function onePlace(client: Client, reader: Reader, writer: Writing, options: DatabaseOptions): Database {
  return {
    read: createReader(reader.client, options.logger),
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
      if (options.url.startsWith("file:")) foldJournal(getFilePath(options.url));
    },
  };
}

/**
 * Move the write-ahead log into the file, so that after closing, the file alone is the whole database. If another
 * process has the file open, the log remains.
 */
function foldJournal(path: string): void {
  try {
    const db = new Libsql(path, { timeout: 1_000 });
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
  } catch {
    // If the file is busy or the disk is full, the log remains, and the next start reads it.
  }
}

let opened: Promise<Database> | undefined;
onReset(() => {
  opened = undefined;
});

/** Return the process's only database, opened with these options at the first call. */
export function getDatabase(options: () => DatabaseOptions): Promise<Database> {
  opened ??= openDatabase(options());
  return opened;
}
