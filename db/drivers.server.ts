import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client, InStatement, ResultSet } from "@libsql/client";
import { createClient } from "@libsql/client/sqlite3";
import type { Logger } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/sqlite3";
import { CannotOpenError, type Read, type Statement, type Write } from "./database";
import { normalizeDatabaseError } from "./errors.server";
import { poolStreams } from "./hrana-stream-pool.server";
import * as schema from "./schema";
import { createThrowingClient } from "./throwing-client";

// The driver prints every attempt that fails; our log says once that the primary is away.
process.env.RUST_LOG ??= "off";

/** Build statements for every database, without a connection. */
export const write: Write = drizzle(
  createThrowingClient("A statement is carried out by commit, never alone."),
  {
    schema,
  },
);

const clients = new WeakMap<Read, Pick<Client, "execute">>();

/** Reads by a client; `logger` is told each query. */
export function readFrom(client: Client, logger?: Logger): Read {
  const details = logger ? logged(client, logger) : client;
  const read = drizzle(details, { schema });
  clients.set(read, details);
  return read;
}

const logged = (client: Client, logger: Logger): Client => ({
  ...createThrowingClient("A reader reads."),
  execute(statement: InStatement) {
    const { sql, args = [] } = typeof statement === "string" ? { sql: statement } : statement;
    logger.logQuery(sql, Object.values(args));
    return client.execute(statement);
  },
});

/** What carries out the queries of a reading face that was made here: for a query that was put together before. */
export function getClient(read: Read): Pick<Client, "execute"> {
  const client = clients.get(read);
  if (!client) throw new Error("Who reads that isn't known.");
  return client;
}

/** The path that a `file:` address means. A database in memory would be another one on each connection. */
export function getPath(url: string): string {
  const path = url.startsWith("file:/") ? fileURLToPath(new URL(url)) : url.slice("file:".length);
  if (path.startsWith(":memory:")) throw new Error("The embedded database is a file, not memory.");
  return path;
}

/** Where libSQL notes how far a replica has come; a file that has one beside it is a replica. */
export const getReplicaNotesPath = (path: string) => `${path}-client_wal_index`;

/** How long a connection to a file waits for another one's write, in milliseconds. */
export const BUSY_TIMEOUT = 5_000;

/**
 * Opens the embedded database for writing, on a single connection, so that its PRAGMAs hold and its one writer at a
 * time is given; journal WAL, synchronous FULL: an acknowledged ticket survives a power cut.
 */
export async function openFile(url: string): Promise<Client> {
  const path = getPath(url);
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(getReplicaNotesPath(path)))
    throw new CannotOpenError(
      `${path} is a replica of a primary; writing into it would break it. Set LIBSQL_PRIMARY_URL, or name another file in DATABASE_URL.`,
    );
  const client = createClient({ url, concurrency: 1, timeout: BUSY_TIMEOUT });
  await client.execute("PRAGMA journal_mode = WAL");
  await client.execute("PRAGMA synchronous = FULL");
  await client.execute("PRAGMA foreign_keys = ON");
  return client;
}

/**
 * An HTTP client of a server. Each call has the time limit (milliseconds). The code for it is loaded only where a server is asked:
 * it took a tenth of each start, and a database on a file needs none of it.
 */
export async function serverClient(
  url: string,
  authToken: string | undefined,
  timeLimit: number,
): Promise<Client> {
  const { createClient } = await import("@libsql/client/http");
  return createClient({
    url,
    authToken,
    // Calls that wait behind others would wait beyond their limit; a server that hangs must not queue them.
    concurrency: 500,
    fetch: poolStreams((to, { headers, ...sent }) => {
      // Compressing and unpacking an answer took as long as the rest of a short call. Only the internet is slow enough for it.
      if (to.startsWith("http:")) headers.set("Accept-Encoding", "identity");
      return fetch(to, { ...sent, headers, signal: AbortSignal.timeout(timeLimit) });
    }),
  });
}

/** One atomic batch on a client; throws a {@link DatabaseError}. */
export async function executeStatements(client: Client, statements: Statement[]): Promise<ResultSet[]> {
  try {
    return await client.batch(
      statements.map((s) => ({ sql: s.sql, args: s.params }) as InStatement),
      "write",
    );
  } catch (error) {
    throw normalizeDatabaseError(error);
  }
}
