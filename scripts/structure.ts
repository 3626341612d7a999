import "./help.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { measureFigures } from "./structure/figures";

/**
 * `npm run check:architecture` prints the structure's figures next to the saved ones, and fails if a figure got worse.
 * `-- --list NAME` lists the items that a figure counts; `-- --write` saves the current figures.
 */
const SAVED_COUNTS = "scripts/structure/saved-counts.json";
const [flag, name] = process.argv.slice(2);
const now = measureFigures();
if (flag === "--list") {
  for (const { found } of now.filter((figure) => figure.name.includes(name ?? "")))
    for (const item of found) console.log(item);
} else if (flag === "--write") {
  const counts = Object.fromEntries(now.map(({ name, count }) => [name, count]));
  writeFileSync(SAVED_COUNTS, `${JSON.stringify(counts, null, 2)}\n`);
} else {
  const stored = JSON.parse(readFileSync(SAVED_COUNTS, "utf8")) as Record<string, number>;
  for (const { name, count } of now) {
    const before = stored[name] ?? 0;
    console.log(`${String(count).padStart(5)}  ${name}${count > before ? `  WORSE than ${before}` : ""}`);
    if (count > before) process.exitCode = 1;
  }
}
