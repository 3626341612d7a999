import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { TESTS_ON_BOTH_TRANSPORTS } from "./transports";

test.each(Object.entries(TESTS_ON_BOTH_TRANSPORTS))(
  "every test listed for both transports in %s exists",
  (folder, names) => {
    const there = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => basename(file))
      .filter((file) => file.endsWith(".server.test.ts"));
    expect(there).not.toEqual([]);
    if (names !== "all")
      expect(there).toEqual(expect.arrayContaining(names.map((name) => `${name}.server.test.ts`)));
  },
);
