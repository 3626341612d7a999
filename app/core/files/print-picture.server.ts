import { readFile, rm } from "node:fs/promises";
import { isolated } from "~/isolated/run.server";
import type { Ctx } from "~/web/procedure";
import type { makePng } from "./picture-task.mjs";
import { piecesOf } from "./pieces";
import { openStored, temporaryPath, writeTemporary } from "./store.server";

const inPng = isolated<typeof makePng>({
  module: "core/files/picture-task.mjs",
  name: "makePng",
  limits: { ms: 10_000, heap: 64, megabytes: 320 },
});

/**
 * A stored picture as the PNG that a PDF can hold, by the address under which pages show it. Null if it's gone or can't be
 * made now: a paper is never late because of its logo.
 */
export async function printPicture(ctx: Pick<Ctx, "actor">, address: string): Promise<Buffer | null> {
  const stored = await openStored(address.split("/").at(-1) ?? "").catch(() => null);
  if (!stored) return null;
  const [from, to] = [await writeTemporary(piecesOf(stored.body)), await temporaryPath()];
  try {
    const ran = await inPng({ from, to }, { account: `paper ${ctx.actor.key}` });
    return "result" in ran && ran.result.made ? await readFile(to) : null;
  } catch {
    return null;
  } finally {
    await Promise.all([from, to].map((path) => rm(path, { force: true })));
  }
}
