import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type Client, createClient, type InStatement, type ResultSet } from "@libsql/client";
import type { Logger } from "drizzle-orm";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import { normaliseDatabaseError } from "./errors.server";
import { fileReader } from "./reader.server";
import * as schema from "./schema";

type Drizzle = LibSQLDatabase<typeof schema>;

/** The reading face: it has no method that writes. */
export type Read = Pick<Drizzle, "select" | "selectDistinct">;
/** The writing face: builds statements, never carries one out; `batch` does. */
export type Write = Pick<Drizzle, "insert" | "update" | "delete">;

export type Statement = { sql: string; params: unknown[] };

export type Database = {
  read: Read;
  write: Write;
  /** Carries out all statements or none, in order. Throws a {@link DatabaseError}. */
  batch(statements: Statement[]): Promise<ResultSet[]>;
  /** Resolves when the database answers. */
  ready(): Promise<void>;
  /** The driver's client, for migrations, seeds and tests. */
  client: Client;
  close(): void;
};

export type DatabaseOptions = {
  /** `file:…` for the embedded database; `http://…` or `libsql://…` for a server. */
  url: string;
  authToken?: string;
  /** How long a call to a server may take, in milliseconds. */
  timeLimit?: number;
  /** Is told every statement that is read with. */
  logger?: Logger;
};

const neverExecutes = () => {
  throw new Error("A statement is carried out by commit, never alone.");
};
const refusingClient = { execute: neverExecutes, batch: neverExecutes, transaction: neverExecutes };
const write = drizzle(refusingClient as unknown as Client, { schema });

const BUSY_TIMEOUT = 5_000;

/**
 * Opens a database. A file is written on a single connection, so that its PRAGMAs hold and its one writer
 * at a time is given; journal WAL, synchronous FULL: an acknowledged ticket survives a power cut. It is read on
 * another one, which sees what has been committed.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const path = pathOf(options.url);
  const timeLimit = options.timeLimit ?? 8_000;
  if (path) mkdirSync(dirname(path), { recursive: true });
  const client = path
    ? createClient({ url: options.url, concurrency: 1, timeout: BUSY_TIMEOUT })
    : createClient({
        url: options.url,
        authToken: options.authToken,
        fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(timeLimit) }),
      });
  if (path) {
    await client.execute("PRAGMA journal_mode = WAL");
    await client.execute("PRAGMA synchronous = FULL");
    await client.execute("PRAGMA foreign_keys = ON");
  }
  const reader = path ? fileReader(path, BUSY_TIMEOUT) : null;
  return {
    read: drizzle(reader?.client ?? client, { schema, logger: options.logger }),
    write,
    client,
    async batch(statements) {
      try {
        return await client.batch(
          statements.map((s) => ({ sql: s.sql, args: s.params }) as InStatement),
          "write",
        );
      } catch (error) {
        throw normaliseDatabaseError(error);
      }
    },
    async ready() {
      await client.execute("SELECT 1");
    },
    close() {
      reader?.close();
      client.close();
    },
  };
}

/** The file of an embedded database. One in memory alone would be another one on each connection. */
function pathOf(url: string): string | null {
  if (!url.startsWith("file:")) return null;
  const path = url.startsWith("file:/") ? fileURLToPath(new URL(url)) : url.slice("file:".length);
  if (path.startsWith(":memory:")) throw new Error("The embedded database is a file, not memory.");
  return path;
}

const shared = Symbol.for("timbertally.database");
type Shared = { [shared]?: Promise<Database> };

/** The process's one database; the server and the app's build share it. */
export function database(options: () => DatabaseOptions): Promise<Database> {
  const store = globalThis as Shared;
  store[shared] ??= openDatabase(options());
  return store[shared];
}

/** The database if this process has opened one. */
export function openedDatabase(): Promise<Database> | undefined {
  return (globalThis as Shared)[shared];
}
