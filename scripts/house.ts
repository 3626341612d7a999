import { readFileSync, writeFileSync } from "node:fs";
import { figures } from "./house/figures";

/**
 * `npm run check:architecture` prints the figures of the structure next to the saved ones, and fails if one got worse.
 * `-- --list NAME` lists the items that a figure counts; `-- --write` saves today's.
 */
const KEPT = "scripts/house/kept.json";
const [flag, name] = process.argv.slice(2);
const now = figures();
if (flag === "--list") {
  for (const { found } of now.filter((figure) => figure.name.includes(name ?? "")))
    for (const item of found) console.log(item);
} else if (flag === "--write") {
  const counts = Object.fromEntries(now.map(({ name, count }) => [name, count]));
  writeFileSync(KEPT, `${JSON.stringify(counts, null, 2)}\n`);
} else {
  const stored = JSON.parse(readFileSync(KEPT, "utf8")) as Record<string, number>;
  for (const { name, count } of now) {
    const before = stored[name] ?? 0;
    console.log(`${String(count).padStart(5)}  ${name}${count > before ? `  WORSE than ${before}` : ""}`);
    if (count > before) process.exitCode = 1;
  }
}
