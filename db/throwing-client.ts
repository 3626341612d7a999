import type { Client } from "@libsql/client";

/**
 * A database client that throws the given reason instead of executing anything, for callers that only build statements
 * or that replace one of its methods.
 */
export function createThrowingClient(why: string): Client {
  const refuse = () => {
    throw new Error(why);
  };
  return {
    execute: refuse,
    batch: refuse,
    migrate: refuse,
    transaction: refuse,
    executeMultiple: refuse,
    sync: refuse,
    reconnect: refuse,
    close() {},
    closed: false,
    protocol: "none",
  };
}
