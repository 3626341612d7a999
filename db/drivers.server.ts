import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client, InStatement, ResultSet } from "@libsql/client";
import { createClient } from "@libsql/client/sqlite3";
import type { Logger } from "drizzle-orm";
import { drizzle } from "drizzle-orm/libsql/sqlite3";
import { DatabaseOpenError, type Read, type Statement, type Write } from "./database";
import { normalizeDatabaseError } from "./errors.server";
import { poolStreams } from "./hrana-stream-pool.server";
import * as schema from "./schema";
import { createThrowingClient } from "./throwing-client";

// Silence the driver, which prints every failed attempt; our log reports once that the primary is away.
// biome-ignore lint/style/noProcessEnv: sets the variable that the driver reads.
process.env.RUST_LOG ??= "off";

/** Builder of write statements for any database, without a connection. */
export const write: Write = drizzle(
  createThrowingClient("A statement is carried out by commit, never alone."),
  {
    schema,
  },
);

const clients = new WeakMap<Read, Pick<Client, "execute">>();

/** Return a reader that uses a client; `logger` receives each query. */
export function createReader(client: Client, logger?: Logger): Read {
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

/** Return the client of a reader that was created here, to run a query built earlier. */
export function getClient(read: Read): Pick<Client, "execute"> {
  const client = clients.get(read);
  if (!client) throw new Error("Who reads that isn't known.");
  return client;
}

/** Return the path in a `file:` URL. Refuses an in-memory database, which would be a different one on each connection. */
export function getFilePath(url: string): string {
  const path = url.startsWith("file:/") ? fileURLToPath(new URL(url)) : url.slice("file:".length);
  if (path.startsWith(":memory:")) throw new Error("The embedded database is a file, not memory.");
  return path;
}

/**
 * Return the path of the file where libSQL stores how far a replica has synced. A database with this file next to it is
 * a replica.
 */
export const getReplicaStatePath = (path: string) => `${path}-client_wal_index`;

/** Maximum time that a file connection waits for another one's write, in milliseconds. */
export const BUSY_TIMEOUT = 5_000;

/**
 * Open the embedded database for writing on a single connection, so that its PRAGMAs stay in effect and there is one
 * writer at a time. With journal WAL and synchronous FULL, a saved ticket survives a power failure.
 */
export async function openFile(url: string): Promise<Client> {
  const path = getFilePath(url);
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(getReplicaStatePath(path)))
    throw new DatabaseOpenError(
      `${path} is a replica of a primary; writing into it would break it. Set LIBSQL_PRIMARY_URL, or name another file in DATABASE_URL.`,
    );
  const client = createClient({ url, concurrency: 1, timeout: BUSY_TIMEOUT });
  await client.execute("PRAGMA journal_mode = WAL");
  await client.execute("PRAGMA synchronous = FULL");
  await client.execute("PRAGMA foreign_keys = ON");
  return client;
}

/**
 * Create an HTTP client for a server; each call has a time limit in milliseconds. The code is loaded only when needed:
 * it took a tenth of each start, and a database in a file doesn't use it.
 */
export async function createServerClient(
  url: string,
  authToken: string | undefined,
  timeLimit: number,
): Promise<Client> {
  const { createClient } = await import("@libsql/client/http");
  return createClient({
    url,
    authToken,
    // High limit, so that calls don't wait behind a call to a server that hangs and then exceed their own time limit.
    concurrency: 500,
    fetch: poolStreams((to, { headers, ...sent }) => {
      // Compression takes as long as the rest of a short call, so it is used only over the internet, where the transfer
      // is slow.
      if (to.startsWith("http:")) headers.set("Accept-Encoding", "identity");
      return fetch(to, { ...sent, headers, signal: AbortSignal.timeout(timeLimit) });
    }),
  });
}

/** Run a batch on a client, all statements or none; throws a {@link DatabaseError}. */
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
