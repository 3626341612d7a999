import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { getReplicaStatePath } from "../drivers.server";
import { openFileReader } from "../reader.server";

/**
 * Return the path of the replica: the configured path, or `path.2`, `path.3`… after rebuilds. A driver that has opened
 * a path fails when the file there is deleted, so each new copy gets a new path.
 */
export function getReplicaFile(path: string): string {
  const copies = copiesOf(path);
  const newest = copies.at(-1) ?? { number: 1, file: path };
  for (const { file } of copies.slice(0, -1)) deleteReplica(file);
  return newest.file;
}

/** Return the path for the next copy, after the copy at `file` turned out to be damaged. */
export function getNextReplicaPath(path: string, file: string): string {
  const number = file === path ? 1 : Number(file.slice(path.length + 1));
  return `${path}.${number + 1}`;
}

function copiesOf(path: string): { number: number; file: string }[] {
  const folder = dirname(path);
  const name = basename(path);
  return readdirSync(folder)
    .flatMap((text) => {
      if (text === name) return [{ number: 1, file: path }];
      const number = text.startsWith(`${name}.`) ? text.slice(name.length + 1) : "";
      return /^[1-9]\d{0,5}$/.test(number) ? [{ number: Number(number), file: join(folder, text) }] : [];
    })
    .sort((a, b) => a.number - b.number);
}

/** Delete all files of a replica, because leftover files do more harm than a missing replica. */
export function deleteReplica(file: string) {
  for (const suffix of ["", "-wal", "-shm", "-client_wal_index"]) rmSync(file + suffix, { force: true });
}

export type ReplicaState = "missing" | "sound" | "damaged" | "no-replica";

/**
 * Check the file at a replica's path. A database that isn't a replica is recognized, so that it isn't deleted as a
 * damaged copy.
 */
export async function checkReplica(file: string): Promise<{ soundness: ReplicaState; why?: string }> {
  if (!existsSync(file)) return { soundness: "missing" };
  if (!existsSync(getReplicaStatePath(file))) return { soundness: "no-replica" };
  try {
    const reader = openFileReader(file, 2_000);
    try {
      const { rows } = await reader.client.execute({ sql: "PRAGMA quick_check(1)" });
      const text = String(rows[0]?.[0] ?? "");
      return text === "ok" ? { soundness: "sound" } : { soundness: "damaged", why: text };
    } finally {
      reader.close();
    }
  } catch (error) {
    return { soundness: "damaged", why: error instanceof Error ? error.message : String(error) };
  }
}
