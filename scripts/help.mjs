/**
 * Print the first comment of the started script for `--help` or `-h`, and exit. A script imports this file first, so
 * that `--help` starts nothing.
 */
import { readFileSync } from "node:fs";

if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
  const [, comment = ""] = /\/\*\*?([\s\S]*?)\*\//.exec(readFileSync(process.argv[1] ?? "", "utf8")) ?? [];
  console.log(comment.replace(/^ ?\* ?/gm, "").trim());
  process.exit(0);
}
