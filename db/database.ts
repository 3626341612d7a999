import type { Client, ResultSet } from "@libsql/client";
import type { Logger } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type * as schema from "./schema";

type Drizzle = LibSQLDatabase<typeof schema>;

/** The reading face: it has no method that writes. */
export type Read = Pick<Drizzle, "select" | "selectDistinct">;
/** The writing face: builds statements, never carries one out; `batch` does. */
export type Write = Pick<Drizzle, "insert" | "update" | "delete">;

export type Statement = { sql: string; params: unknown[] };

/** Tells the server's log what happens to the database. */
export type Report = (level: "info" | "warn" | "error", message: string, facts?: object) => void;

export type BatchOptions = { unread?: boolean; isLong?: boolean };

export type Database = {
  read: Read;
  write: Write;
  /**
   * Carries out all statements or none, in order. Throws a {@link DatabaseError}. On a replica what was written
   * is there to be read when it returns, unless the wait for it ends first; `unread` says that nobody will read it. `isLongExport`
   * says that it touches many rows: of a file it is then carried out in a thread of its own, and others read in between.
   */
  batch(statements: Statement[], options?: BatchOptions): Promise<ResultSet[]>;
  /**
   * A number that is another one after every change that can be read here; null where only a server would know. It says
   * nothing to another process, nor to this one after a restart.
   */
  version(): number | null;
  /** Resolves when the database answers reads. */
  ready(): Promise<void>;
  /** Reads what others have written by now; false where that was not possible in time. */
  catchUp(): Promise<boolean>;
  /** A replica keeps behind its primary; null where reads and writes go to the same place. */
  freshness: Freshness | null;
  /** The driver's client of the database that writes go to, for migrations, seeds and tests. */
  client: Client;
  close(): Promise<void>;
};

/** What a request wrote last, as a mark that a cookie can carry to any other server. */
export type WriteOutcome = { mark: string | null };

export type Freshness = {
  /** Does a request's work; what it writes leaves its mark in `wrote`. */
  during<T>(wrote: WriteOutcome, work: () => T): T;
  /** Resolves to true once the marked write can be read here, and to false when the wait for it has ended. */
  reached(mark: string): Promise<boolean>;
};

export type Primary = {
  /** `http(s)://…` or `libsql://…`: where writes go and the replica comes from. */
  url: string;
  authToken?: string;
  /** How often the replica asks for what is new, in seconds. */
  syncSeconds?: number;
  /** How long a request may wait for the replica to catch up, in milliseconds. */
  waitLimit?: number;
};

export type DatabaseOptions = {
  /** `file:…` for the embedded database or a replica; `http://…` or `libsql://…` for a server. */
  url: string;
  authToken?: string;
  /** How long a call to a server may take, in milliseconds. */
  timeLimit?: number;
  /** Makes the file of `url` a replica of this server. */
  primary?: Primary;
  report?: Report;
  /** Gets every statement used for reading. */
  logger?: Logger;
};

/** Why a database cannot be opened, in words that say what to do. */
export class CannotOpenError extends Error {
  override readonly name = "CannotOpen";
}
