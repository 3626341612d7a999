import { expect, test } from "vitest";
import { findCasts } from "./casts";

test.each([
  ["const a = b as Row;", 1, 0],
  ["const a = (b ?? {}) as { c?: string };", 1, 0],
  ["const a = b as string[];", 1, 0],
  ["const a = (b as Row).c as number;", 2, 0],
  ["const a = b as unknown as Row;", 1, 1],
  ["const a = (b as unknown) as Row;", 1, 1],
  ["f(b as never);", 1, 1],
  ["const a = { b: 1 } as const;", 0, 0],
  ["const a = JSON.parse(b) as unknown;", 0, 0],
  [
    'import type { A as B } from "./a"; /** A load as GeoJSON, as it was never shown. */ const a = "as Row";',
    0,
    0,
  ],
])("%s contains %i casts, %i of them unsound", (source, casts, lies) => {
  const results = findCasts(source);
  expect(results).toHaveLength(casts);
  expect(results.filter((cast) => cast.lies)).toHaveLength(lies);
});
