/** Reads the settings files of this machine: `.env` (by hand) and `.env.local` (secrets that `npm start` makes). */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Return the settings of one file; none if it doesn't exist. */
export function readEnvFile(name) {
  const file = join(root, name);
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
}

/** Put the settings of both files into the environment. The environment wins, then `.env.local`. Tests read neither. */
export function loadEnvFiles() {
  if (process.env.VITEST) return;
  for (const [name, value] of Object.entries({ ...readEnvFile(".env"), ...readEnvFile(".env.local") }))
    if (value !== "") process.env[name] ||= value;
}
