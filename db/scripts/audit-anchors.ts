import { writeFile } from "node:fs/promises";
import { parseAnchor, readAllAnchors } from "../../app/lib/audit-anchors/anchors.server";
import { formatCount } from "../../app/lib/text/text";
import { CannotOpenError } from "../database";
import { openForCommand, runCommand } from "./command";

/**
 * `npx tsx db/scripts/audit-anchors.ts FILE`: writes the list of anchors, one per line with its signature, to publish
 * or to pass on.
 */
await runCommand("npx tsx db/scripts/audit-anchors.ts FILE", async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length)
    throw new CannotOpenError("Name the file: npx tsx db/scripts/audit-anchors.ts FILE");
  const db = await openForCommand();
  try {
    const anchors = await readAllAnchors(db.read);
    await writeFile(
      file,
      anchors.map(({ line, signature }) => `${JSON.stringify({ line, signature })}\n`).join(""),
    );
    const keys = [...new Set(anchors.flatMap(({ line }) => parseAnchor(line)?.key ?? []))];
    console.log(
      `${file}: ${formatCount(anchors.length, "anchor")}. Public key${keys.length === 1 ? "" : "s"}: ${keys.join(", ") || "none yet"}.`,
    );
  } finally {
    await db.close();
  }
});
