import { expect, it, test } from "vitest";
import {
  COLUMN_KEYS,
  COLUMNS,
  DEFAULT_CHOICE,
  getShownColumns,
  moveColumn,
  parseChoice,
  placeColumn,
  toVisibility,
} from "./list-columns";

it("has the twenty-four fields, each once, and none of a price", () => {
  expect(new Set(COLUMN_KEYS).size).toBe(24);
  expect(COLUMNS.filter((c) => /price|rate|amount/i.test(c.label))).toEqual([]);
});

test.each<[string, unknown, unknown]>([
  ["nothing saved", undefined, undefined],
  ["nonsense", "status", { order: 1 }],
  ["another shape", { status: "yes" }, null],
])("%s is the first choice", (_what, visible, order) => {
  expect(parseChoice(visible, order)).toEqual(DEFAULT_CHOICE);
});

it("reads what it saves, puts what is new at the end and leaves strangers out", () => {
  const choice = parseChoice(toVisibility(["job", "comment"]), ["comment", "comment", "price", "job"]);
  expect(getShownColumns(choice)).toEqual(["comment", "job"]);
  expect(choice.order).toHaveLength(24);
  expect(choice.order.slice(0, 3)).toEqual(["comment", "job", "status"]);
});

it("moves a column by one place, and not beyond the ends", () => {
  const order = DEFAULT_CHOICE.order;
  expect(moveColumn(order, "job", "up").slice(0, 3)).toEqual(["status", "job", "priority"]);
  expect(moveColumn(order, "status", "up")).toEqual(order);
  expect(moveColumn(order, "last_modified_at", "down")).toEqual(order);
  expect(moveColumn(moveColumn(order, "job", "down"), "job", "up")).toEqual(order);
});

it("puts a column at any place at once, and the others follow as before", () => {
  const order = DEFAULT_CHOICE.order;
  expect(placeColumn(order, "comment", 1).slice(0, 3)).toEqual(["comment", "status", "priority"]);
  expect(placeColumn(order, "status", 3).slice(0, 4)).toEqual([
    "priority",
    "job",
    "status",
    "contract_number",
  ]);
  expect(placeColumn(order, "status", 24).at(-1)).toBe("status");
  expect(placeColumn(order, "job", 3)).toEqual(order);
  expect(placeColumn(order, "job", 9)).toHaveLength(24);
});
