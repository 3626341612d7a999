import { accessSync, constants, statfsSync } from "node:fs";
import { freemem } from "node:os";

/** More than the databases, servers and browser profiles of all tests that run at a time take. */
const ENOUGH = 2 * 1024 ** 3;

/** A folder in memory, where the system has one (Linux does) with room enough; otherwise undefined. */
export function memoryFolder(folder = "/dev/shm", enough = ENOUGH) {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, freemem()) >= enough ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Lets tests keep in memory what is gone when they are over, unless `TMPDIR` names another place. A commit waits until
 * the disk has it, which took half of the time of the database tests and is nothing that they could tell.
 */
export function keepInMemory() {
  const folder = process.env.TMPDIR ? undefined : memoryFolder();
  if (folder) process.env.TMPDIR = folder;
}
