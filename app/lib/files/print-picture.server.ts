import { readFile, rm } from "node:fs/promises";
import { defineIsolatedTask } from "~/sandbox/run.server";
import type { Ctx } from "~/web/procedure";
import { splitStream } from "./chunks";
import type { makePng } from "./picture-task.mjs";
import { createTemporaryPath, openStoredFile, writeTemporary } from "./store.server";

const inPng = defineIsolatedTask<typeof makePng>({
  module: "lib/files/picture-task.mjs",
  name: "makePng",
  limits: { ms: 10_000, heap: 64, megabytes: 320 },
});

/**
 * Read a stored picture by its page address and convert it to PNG for a PDF. Null if the picture is missing or can't be
 * converted now, because a logo must never delay a document.
 */
export async function readPictureForPrint(ctx: Pick<Ctx, "actor">, address: string): Promise<Buffer | null> {
  const stored = await openStoredFile(address.split("/").at(-1) ?? "").catch(() => null);
  if (!stored) return null;
  const [from, to] = [await writeTemporary(splitStream(stored.body)), await createTemporaryPath()];
  try {
    const ran = await inPng({ from, to }, { account: `paper ${ctx.actor.key}` });
    return "result" in ran && ran.result.made ? await readFile(to) : null;
  } catch {
    return null;
  } finally {
    await Promise.all([from, to].map((path) => rm(path, { force: true })));
  }
}
