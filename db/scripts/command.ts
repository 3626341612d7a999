import { existsSync } from "node:fs";
import { getErrorCode } from "~/lib/object/records";
import { SettingsError } from "~/web/env.server";
import { openDatabase } from "../client.server";
import { type Database, DatabaseOpenError } from "../database";
import { getFilePath } from "../drivers.server";
import { normalizeDatabaseError } from "../errors.server";
import { DATABASE_AUTH_TOKEN, DATABASE_URL } from "./environment";

/** Messages for errors that an operator can fix, each with a pattern of the driver's or the system's error message. */
const CAUSES: [RegExp, string][] = [
  [/database or disk is full|SQLITE_FULL|ENOSPC/i, "The disk is full. Free some space, then run this again."],
  [
    /readonly database|SQLITE_READONLY|EACCES|EROFS|EPERM/i,
    "It can't be written. Check the permissions of the file and its folder.",
  ],
  [
    /not a database|malformed|SQLITE_CORRUPT|SQLITE_NOTADB/i,
    "It is damaged or isn't a database. Put a backup in its place: npm run db:restore -- FILE",
  ],
  [/unable to open|SQLITE_CANTOPEN|ENOENT|ENOTDIR/i, "It can't be opened. Check that its folder exists."],
  [
    /SQLITE_BUSY|database is locked/i,
    "Another process is writing to it. Stop that process, then run this again.",
  ],
  [/no such table/i, "It has no tables of Timbertally yet. Run npm run db:migrate first."],
];

/** Return a message for a failure that an operator can fix; null for a bug, which keeps its stack trace. */
function failureMessage(error: unknown): string | null {
  if (error instanceof DatabaseOpenError || error instanceof SettingsError) return error.message;
  const normalized = normalizeDatabaseError(error);
  const text = [
    getErrorCode(error),
    String(error),
    normalized instanceof Error ? normalized.message : "",
  ].join(" ");
  const cause = CAUSES.find(([pattern]) => pattern.test(text))?.[1];
  if (cause) return `${DATABASE_URL}: ${cause}`;
  if (/fetch failed|ECONNREFUSED|ECONNRESET|TimeoutError/.test(text))
    return `${DATABASE_URL} doesn't answer.`;
  return null;
}

let isDatabaseNamed = false;

/**
 * Run a command: print `usage` for --help and the database name on stderr. Report in one sentence a wrong option (exit
 * code 2) or an error that an operator can fix (exit code 1).
 */
export async function runCommand(usage: string, run: () => Promise<void>): Promise<void> {
  if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
    console.log(`Usage: ${usage}`);
    process.exit(0);
  }
  try {
    await run();
  } catch (error) {
    if (String(getErrorCode(error)).startsWith("ERR_PARSE_ARGS")) {
      console.error(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`);
      process.exit(2);
    }
    const message = failureMessage(error);
    if (message === null) throw error;
    console.error(message);
    process.exit(1);
  }
}

/** Print the name of the database that a command works on. */
export function printDatabaseName(place = DATABASE_URL): void {
  if (!isDatabaseNamed) console.error(`Database: ${place}`);
  isDatabaseNamed = true;
}

/** Reject unknown arguments, so that a typing mistake never runs the command. */
export function requireNoArguments(usage: string): void {
  const [word] = process.argv.slice(2);
  if (word) throw new DatabaseOpenError(`Unknown option ${word}.\nUsage: ${usage}`);
}

/** Open the database from the settings for a command. A missing file is an error unless `mayCreate`. */
export async function openDatabaseForCommand({ mayCreate = false } = {}): Promise<Database> {
  printDatabaseName();
  if (!mayCreate && DATABASE_URL.startsWith("file:") && !existsSync(getFilePath(DATABASE_URL)))
    throw new DatabaseOpenError(
      `There is no database at ${getFilePath(DATABASE_URL)}. npm run db:migrate makes one.`,
    );
  return openDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN, timeLimit: 60_000 });
}
