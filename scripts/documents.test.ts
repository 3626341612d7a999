import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { trackedFiles } from "./tracked.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const files = trackedFiles(root);

test.each(files.filter((file) => /^(README|docs\/[\w-]+|(app|db)\/.*README)\.md$/.test(file)))(
  "document %s refers only to existing tests, sources and documents",
  (document) => {
    const text = readFileSync(join(root, document), "utf8");
    const named = [...text.matchAll(/`([\w./$-]+\.(?:tsx?|mjs|sql|md))`/g)]
      .map((match) => match[1] ?? "")
      .filter((name) => !/^\.|^tolls?\b/.test(name));
    const missing = named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
  },
);
