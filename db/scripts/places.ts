import { parseArgs } from "node:util";
import type { Contents } from "../backup";
import { CannotOpenError } from "../database";

/** Reads the database location from a backup or restore command line. */
export function readDatabasePlace(command: string) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sqld: { type: "string" } },
  });
  const [file, ...more] = positionals;
  if (!file || more.length)
    throw new CannotOpenError(`Name one file: npm run ${command} -- FILE [--sqld FOLDER]`);
  // Not the primary's address, even if there is one: the file to copy is on this machine.
  return { file, url: process.env.DATABASE_URL || "file:data/timbertally.db", sqld: values.sqld };
}

export const describeContents = ({ tickets, companies, newest }: Contents) =>
  `${tickets.toLocaleString("en-US")} tickets, ${companies.toLocaleString("en-US")} companies; the newest change is of ${newest ?? "never"}.`;
