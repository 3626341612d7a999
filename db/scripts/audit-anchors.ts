import { writeFile } from "node:fs/promises";
import { allAnchors, readAnchor } from "../../app/core/anchors/anchors.server";
import { count } from "../../app/domain/text/text";
import { CannotOpen } from "../database";
import { openForCommand, runCommand } from "./command";

/** `npx tsx db/scripts/audit-anchors.ts FILE`: writes the list of anchors, one a line with its signature, to publish or to hand on. */
await runCommand("npx tsx db/scripts/audit-anchors.ts FILE", async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length) throw new CannotOpen("Name the file: npx tsx db/scripts/audit-anchors.ts FILE");
  const db = await openForCommand();
  try {
    const kept = await allAnchors(db.read);
    await writeFile(
      file,
      kept.map(({ line, signature }) => `${JSON.stringify({ line, signature })}\n`).join(""),
    );
    const keys = [...new Set(kept.flatMap(({ line }) => readAnchor(line)?.key ?? []))];
    console.log(
      `${file}: ${count(kept.length, "anchor")}. Public key${keys.length === 1 ? "" : "s"}: ${keys.join(", ") || "none yet"}.`,
    );
  } finally {
    await db.close();
  }
});
