import { expect, expectTypeOf, test } from "vitest";
import {
  buildRecord,
  definedFields,
  getElement,
  getErrorCode,
  hasKey,
  pick,
  toRecord,
  typedKeys,
} from "./records";

test("keys keep their order and their names", () => {
  const labels = { name: "Name", city: "City" };
  expect(typedKeys(labels)).toEqual(["name", "city"]);
  expectTypeOf(typedKeys(labels)).toEqualTypeOf<("name" | "city")[]>();
});

test("a record has a value for each key, and a picked row those of its columns alone", () => {
  expect(buildRecord(["a", "b"], (key) => key.length)).toEqual({ a: 1, b: 1 });
  expect(pick({ id: 1, name: "Old mill", version: 3 }, ["id", "name"])).toEqual({
    id: 1,
    name: "Old mill",
  });
});

test("what was not given is left out, and what was cleared is not", () => {
  expect(definedFields({ name: undefined, city: null, state: "" })).toEqual({ city: null, state: "" });
});

test("a key is a record's own, whatever else objects have", () => {
  const record = { a: 1, 2: "b" };
  expect(["a", "2", 2, "toString", "__proto__", "c"].map((key) => hasKey(record, key))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("the fields of anything: those of an object, and none of what has none", () => {
  expect(toRecord({ a: 1 })).toEqual({ a: 1 });
  expect([null, undefined, "text", 3].map(toRecord)).toEqual([{}, {}, {}, {}]);
});

test("an element at a place that the list does not have is refused", () => {
  expect(getElement([undefined, "b"], 0)).toBeUndefined();
  expect(getElement(["a", "b"], 1)).toBe("b");
  expect(() => getElement(["a"], 1)).toThrow(RangeError);
});

test("only an error that has a code has one", () => {
  expect(getErrorCode(Object.assign(new Error("gone"), { code: "ENOENT" }))).toBe("ENOENT");
  expect([new Error("gone"), { code: "ENOENT" }, null].map(getErrorCode)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
