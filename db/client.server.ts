import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type Client, createClient, type InStatement, type ResultSet } from "@libsql/client";
import { drizzle, type LibSQLDatabase } from "drizzle-orm/libsql";
import { normaliseDatabaseError } from "./errors.server";
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
};

const neverExecutes = () => {
  throw new Error("A statement is carried out by commit, never alone.");
};
const refusingClient = { execute: neverExecutes, batch: neverExecutes, transaction: neverExecutes };
const write = drizzle(refusingClient as unknown as Client, { schema });

/**
 * Opens a database. A file is opened on a single connection, so that its PRAGMAs hold and its one writer
 * at a time is given; journal WAL, synchronous FULL: an acknowledged ticket survives a power cut.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const isFile = options.url.startsWith("file:");
  const timeLimit = options.timeLimit ?? 8_000;
  if (isFile) makeFolderOf(options.url);
  const client = isFile
    ? createClient({ url: options.url, concurrency: 1, timeout: 5_000 })
    : createClient({
        url: options.url,
        authToken: options.authToken,
        fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(timeLimit) }),
      });
  if (isFile) {
    await client.execute("PRAGMA journal_mode = WAL");
    await client.execute("PRAGMA synchronous = FULL");
    await client.execute("PRAGMA foreign_keys = ON");
  }
  return {
    read: drizzle(client, { schema }),
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
      client.close();
    },
  };
}

function makeFolderOf(url: string) {
  const path = url.startsWith("file:/") ? fileURLToPath(new URL(url)) : url.slice("file:".length);
  if (!path.startsWith(":memory:")) mkdirSync(dirname(path), { recursive: true });
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
