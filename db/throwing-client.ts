import type { Client } from "@libsql/client";

/** A client that carries out nothing and says why, for who builds statements alone, or replaces one of its methods. */
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
