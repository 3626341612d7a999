import { expect, it, test } from "vitest";
import {
  COLUMN_KEYS,
  DEFAULT_COLUMN_CHOICE,
  getShownColumns,
  LIST_COLUMNS,
  moveColumn,
  moveColumnTo,
  parseColumnChoice,
  toColumnVisibility,
} from "./list-columns";

it("the list has twenty-four distinct optional columns, none of them a price", () => {
  expect(new Set(COLUMN_KEYS).size).toBe(24);
  expect(LIST_COLUMNS.filter((c) => /price|rate|amount/i.test(c.label))).toEqual([]);
});

test.each<[string, unknown, unknown]>([
  ["nothing saved", undefined, undefined],
  ["nonsense", "status", { order: 1 }],
  ["another shape", { status: "yes" }, null],
])("%s is the first choice", (_what, visible, order) => {
  expect(parseColumnChoice(visible, order)).toEqual(DEFAULT_COLUMN_CHOICE);
});

it("a saved column choice is restored, with new columns appended and unknown ones dropped", () => {
  const choice = parseColumnChoice(toColumnVisibility(["job", "comment"]), [
    "comment",
    "comment",
    "price",
    "job",
  ]);
  expect(getShownColumns(choice)).toEqual(["comment", "job"]);
  expect(choice.order).toHaveLength(24);
  expect(choice.order.slice(0, 3)).toEqual(["comment", "job", "status"]);
});

it("moves a column by one position, and not beyond the ends", () => {
  const order = DEFAULT_COLUMN_CHOICE.order;
  expect(moveColumn(order, "job", "up").slice(0, 3)).toEqual(["status", "job", "priority"]);
  expect(moveColumn(order, "status", "up")).toEqual(order);
  expect(moveColumn(order, "last_modified_at", "down")).toEqual(order);
  expect(moveColumn(moveColumn(order, "job", "down"), "job", "up")).toEqual(order);
});

it("puts a column at any position, and the others keep their order", () => {
  const order = DEFAULT_COLUMN_CHOICE.order;
  expect(moveColumnTo(order, "comment", 1).slice(0, 3)).toEqual(["comment", "status", "priority"]);
  expect(moveColumnTo(order, "status", 3).slice(0, 4)).toEqual([
    "priority",
    "job",
    "status",
    "contract_number",
  ]);
  expect(moveColumnTo(order, "status", 24).at(-1)).toBe("status");
  expect(moveColumnTo(order, "job", 3)).toEqual(order);
  expect(moveColumnTo(order, "job", 9)).toHaveLength(24);
});
