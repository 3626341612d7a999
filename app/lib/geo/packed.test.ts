import { expect, test } from "vitest";
import { decodeLines, encodeLines } from "./packed";

test("decodes encoded lines to within a yard, and merges points that round to the same position", () => {
  const lines = [
    [
      [-84.714801, 44.661402],
      [-84.714802, 44.661401],
      [-84.71, 44.7],
    ],
    [
      [179.99999, -0.00001],
      [-179.99999, 89.99999],
    ],
  ];
  const text = encodeLines(lines);
  expect(text).toBe("-8471480 4466140 480 3860;17999999 -1 -35999998 9000000");
  expect(decodeLines(text)).toEqual([
    [-84.7148, 44.6614, -84.71, 44.7].map((n) => expect.closeTo(n, 6)),
    [179.99999, -0.00001, -179.99999, 89.99999].map((n) => expect.closeTo(n, 6)),
  ]);
});
