import { parseArgs } from "node:util";
import type { DatabaseContents } from "../backup";
import { DatabaseOpenError } from "../database";

/** Parse the command line of a backup or restore: the backup file and the location of the database. */
export function parseDatabaseArguments(command: string) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sqld: { type: "string" } },
  });
  const [file, ...more] = positionals;
  if (!file || more.length)
    throw new DatabaseOpenError(`Name one file: npm run ${command} -- FILE [--sqld FOLDER]`);
  // Never use the primary's address, even if there is one: the database file to copy is on this machine.
  return { file, url: process.env.DATABASE_URL || "file:data/timbertally.db", sqld: values.sqld };
}

export const formatDatabaseSummary = ({ tickets, companies, newest }: DatabaseContents) =>
  `${tickets.toLocaleString("en-US")} tickets, ${companies.toLocaleString("en-US")} companies; the newest change is of ${newest ?? "never"}.`;
