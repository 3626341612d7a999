import type { Client, ResultSet } from "@libsql/client";
import type { Logger } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type * as schema from "./schema";

type Drizzle = LibSQLDatabase<typeof schema>;

/** Read interface: it has no method that writes. */
export type Read = Pick<Drizzle, "select" | "selectDistinct">;
/** Write interface: builds statements, never executes one; `batch` does. */
export type Write = Pick<Drizzle, "insert" | "update" | "delete">;

export type Statement = { sql: string; params: unknown[] };

/** Report database events to the server's log. */
export type Report = (level: "info" | "warn" | "error", message: string, facts?: object) => void;

export type BatchOptions = { unread?: boolean; isLong?: boolean };

export type Database = {
  read: Read;
  write: Write;
  /**
   * Execute all statements or none, in order. Throws a {@link DatabaseError}. On a replica the written rows can be read
   * when it returns, unless the wait for them ends first; `unread` means that nobody will read them. `isLongExport`
   * means that it touches many rows: on a file it then runs in a separate thread, and others read in between.
   */
  batch(statements: Statement[], options?: BatchOptions): Promise<ResultSet[]>;
  /**
   * A number that differs after every change that can be read here; null if only a server would know. It means nothing
   * to another process, nor to this one after a restart.
   */
  version(): number | null;
  /** Resolves when the database answers reads. */
  ready(): Promise<void>;
  /** Read the changes that others have written by now; false if that wasn't possible in time. */
  catchUp(): Promise<boolean>;
  /** Tracks a replica's lag behind its primary; null if reads and writes go to the same database. */
  freshness: Freshness | null;
  /** The driver's client for the database that receives writes, for migrations, seeds and tests. */
  client: Client;
  close(): Promise<void>;
};

/** A request's last write, as a mark that a cookie can carry to any other server. */
export type WriteOutcome = { mark: string | null };

export type Freshness = {
  /** Run a request's work; its writes leave their mark in `wrote`. */
  during<T>(wrote: WriteOutcome, work: () => T): T;
  /** Resolves to true once the marked write can be read here, and to false when the wait for it has ended. */
  reached(mark: string): Promise<boolean>;
};

export type Primary = {
  /** `http(s)://…` or `libsql://…`: the primary that receives writes and feeds the replica. */
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
  /** Makes the file of `url` a replica of this server. */
  primary?: Primary;
  report?: Report;
  /** Receives every statement used for reading. */
  logger?: Logger;
};

/** Reason why a database can't be opened, worded with the fix. */
export class CannotOpenError extends Error {
  override readonly name = "CannotOpen";
}
