import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DERIVED_FILES } from "../../db/derived";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, ".cache", "bench");

/** Return the database file for a number of tickets. It is created if there is none for the current schema. */
export function getBenchDatabase(tickets: number): string {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, `${tickets}-${schemaMark()}.db`);
  // Delete files of an older schema, which aren't used again; one with a million tickets uses a gigabyte.
  for (const name of readdirSync(cache))
    if (name.startsWith(`${tickets}-`) && !join(cache, name).startsWith(path)) rmSync(join(cache, name));
  if (existsSync(path)) return path;
  console.log(`Making ${tickets.toLocaleString("en-US")} tickets, once.`);
  const { status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "scripts/bench/set.ts", path, String(tickets)],
    {
      cwd: root,
      stdio: "inherit",
    },
  );
  if (status !== 0) throw new Error("The set could not be made.");
  return path;
}

/** Return a hash of the files that the database depends on, so that a database with an old schema isn't measured. */
function schemaMark(): string {
  const folders = ["db/migrations", "db/large-seed", "scripts/bench"];
  const files = folders.flatMap((f) => readdirSync(join(root, f)).map((name) => join(f, name)));
  const mark = createHash("sha256");
  for (const file of [...files, ...DERIVED_FILES.map((name) => `db/${name}`)].sort())
    if (/\.sql$|db\/bulk\/(bulk|world)\.ts$|bench\/(set|person)\.ts$/.test(file))
      mark.update(readFileSync(join(root, file)));
  return mark.digest("hex").slice(0, 12);
}
