import type { Client, ResultSet } from "@libsql/client";
import type { Logger } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type * as schema from "./schema";

type Drizzle = LibSQLDatabase<typeof schema>;

/** Interface for reading, without any method that writes. */
export type Read = Pick<Drizzle, "select" | "selectDistinct">;
/** Interface that builds write statements but never executes them; `batch` executes them. */
export type Write = Pick<Drizzle, "insert" | "update" | "delete">;

export type Statement = { sql: string; params: unknown[] };

/** Report database events to the server's log. */
export type ReportEvent = (level: "info" | "warn" | "error", message: string, facts?: object) => void;

export type BatchOptions = { unread?: boolean; isLong?: boolean };

export type Database = {
  read: Read;
  write: Write;
  /**
   * Execute all statements or none, in order. Throws a {@link DatabaseError}. On a replica, waits until the written
   * rows can be read, up to a limit, unless `unread` is set because nobody will read them. `isBackgroundExport` means
   * that many rows change: for a file, the batch then runs in a separate thread while other requests read.
   */
  batch(statements: Statement[], options?: BatchOptions): Promise<ResultSet[]>;
  /**
   * Return a number that differs after every change that can be read through this connection; null if only a server
   * knows of changes. The number has no meaning for another process or after a restart.
   */
  version(): number | null;
  /** Resolves when the database can be read. */
  ready(): Promise<void>;
  /** Load the changes that others have written so far. Returns false if that did not finish in time. */
  catchUp(): Promise<boolean>;
  /** Tracks how far a replica is behind its primary; null if reads and writes use the same database. */
  freshness: Freshness | null;
  /** The driver's client for the database that is written to, for migrations, seeds and tests. */
  client: Client;
  close(): Promise<void>;
};

/** Id of a request's last write. A cookie carries it to other servers, so that they can wait for the write. */
export type LastWrite = { mark: string | null };

export type Freshness = {
  /** Run the work of a request, and store the id of its last write in `wrote`. */
  during<T>(wrote: LastWrite, work: () => T): T;
  /** Resolves to true once the write with this id can be read on this server, or to false when the maximum wait is over. */
  reached(mark: string): Promise<boolean>;
};

export type Primary = {
  /** `http(s)://…` or `libsql://…`: URL of the primary, which executes the writes and sends changes to the replica. */
  url: string;
  authToken?: string;
  /** Interval in seconds at which the replica requests changes. */
  syncSeconds?: number;
  /** Maximum time a request waits for the replica to catch up, in milliseconds. */
  waitLimit?: number;
};

export type DatabaseOptions = {
  /** `file:…` for the embedded database or a replica; `http://…` or `libsql://…` for a server. */
  url: string;
  authToken?: string;
  /** Maximum time of a call to a server, in milliseconds. */
  timeLimit?: number;
  /** If set, the file at `url` is a replica of this server. */
  primary?: Primary;
  report?: ReportEvent;
  /** Logger of every read query. */
  logger?: Logger;
};

/** Error when a database can't be opened. Its message describes how to fix that. */
export class DatabaseOpenError extends Error {
  override readonly name = "CannotOpen";
}
