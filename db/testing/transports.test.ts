import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { ON_BOTH } from "./transports";

test.each(Object.entries(ON_BOTH))(
  "%s has the tests that are named to run on both transports",
  (folder, names) => {
    const there = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => basename(file))
      .filter((file) => file.endsWith(".server.test.ts"));
    expect(there).not.toEqual([]);
    if (names !== "all")
      expect(there).toEqual(expect.arrayContaining(names.map((name) => `${name}.server.test.ts`)));
  },
);
