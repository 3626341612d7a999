import type { Client } from "@libsql/client";
import type { Database, DatabaseOptions } from "./database";
import { carryOut, openFile, readFrom, serverClient, write } from "./drivers.server";
import { openReplica } from "./replica/replica.server";

export type { Database, DatabaseOptions, Read, Statement, Write } from "./database";

/**
 * Opens a database in one of three ways: a file (embedded), a file with a primary (a replica: reads here, writes
 * by HTTP to the primary), or a server by HTTP. What stands on it need not know which.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, primary, authToken, timeLimit = 8_000 } = options;
  if (!url.startsWith("file:")) return onOneClient(serverClient(url, authToken, timeLimit));
  if (primary) return openReplica({ ...options, primary, timeLimit });
  return onOneClient(await openFile(url));
}

function onOneClient(client: Client): Database {
  return {
    read: readFrom(client),
    write,
    client,
    freshness: null,
    batch: (statements) => carryOut(client, statements),
    catchUp: async () => true,
    async ready() {
      await client.execute("SELECT 1");
    },
    async close() {
      client.close();
    },
  };
}

const shared = Symbol.for("timbertally.database");
type Shared = { [shared]?: Promise<Database> };

/** The process's one database; the server and the app's build share it. */
export function database(options: () => DatabaseOptions): Promise<Database> {
  const store = globalThis as Shared;
  store[shared] ??= openDatabase(options());
  return store[shared];
}
