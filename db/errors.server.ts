/** Kind of database failure, independent of transport and driver. */
export type DatabaseFault =
  | "guard"
  | "unique"
  | "foreign-key"
  | "check"
  | "not-null"
  | "busy"
  | "full"
  | "unavailable"
  | "other";

/** A database error, independent of the driver. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  constructor(
    readonly fault: DatabaseFault,
    /** The driver's message, which contains the constraint's columns or name. */
    readonly detail: string,
    /** Index of the failed statement in the batch, from 0, if the driver reports it. */
    readonly statementIndex: number | null,
    options: { cause: unknown },
  ) {
    super(`database: ${fault} (${detail})`, options);
  }
}

const PATTERNS: [DatabaseFault, RegExp][] = [
  ["guard", /\bGUARD\b/],
  ["unique", /UNIQUE constraint failed|PRIMARY KEY constraint failed|\b(2067|1555),/],
  ["foreign-key", /FOREIGN KEY constraint failed|, ?787,/],
  ["check", /CHECK constraint failed|, ?275,/],
  ["not-null", /NOT NULL constraint failed|, ?1299,/],
  ["full", /SQLITE_FULL|database or disk is full|ENOSPC/],
  ["busy", /SQLITE_BUSY|database is locked|TRANSACTION_ACTIVE|Transaction timed-out/],
  [
    "unavailable",
    /fetch failed|ECONNREFUSED|ECONNRESET|UND_ERR|WriteDelegation|Unavailable|TimeoutError|aborted due to timeout|other side closed|CLIENT_CLOSED/,
  ],
];

/**
 * Convert the drivers' three forms of errors (of a local file, of a forwarded write, over HTTP) into a `DatabaseError`,
 * by following the chain of causes. Returns an error that isn't from the database unchanged.
 */
export function normalizeDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error;
  const chain: (Error & { code?: unknown; statementIndex?: unknown })[] = [];
  for (let e: unknown = error; e instanceof Error && chain.length < 8; e = e.cause) chain.push(e);
  const words = chain.map((e) => `${e.name} ${String(e.code ?? "")} ${e.message}`).join(" | ");
  const fromDatabase = chain.some(
    (e) => /Libsql|Drizzle|Sqlite/i.test(e.name) || /^(SQLITE|SQL)_/.test(String(e.code ?? "")),
  );
  const fault = PATTERNS.find(([, pattern]) => pattern.test(words))?.[0];
  if (!fault && !fromDatabase) return error;
  const index = chain.map((e) => e.statementIndex).find((i): i is number => typeof i === "number");
  const innermost = chain[chain.length - 1] ?? error;
  return new DatabaseError(fault ?? "other", innermost.message, index ?? null, { cause: error });
}
