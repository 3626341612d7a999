import { expect, expectTypeOf, test } from "vitest";
import {
  buildRecord,
  getElement,
  getErrorCode,
  hasKey,
  omitUndefined,
  pick,
  toRecord,
  typedKeys,
} from "./records";

test("typedKeys keeps the order and the literal types of keys", () => {
  const labels = { name: "Name", city: "City" };
  expect(typedKeys(labels)).toEqual(["name", "city"]);
  expectTypeOf(typedKeys(labels)).toEqualTypeOf<("name" | "city")[]>();
});

test("buildRecord returns a value for each key, and pick copies only the listed columns", () => {
  expect(buildRecord(["a", "b"], (key) => key.length)).toEqual({ a: 1, b: 1 });
  expect(pick({ id: 1, name: "Old mill", version: 3 }, ["id", "name"])).toEqual({
    id: 1,
    name: "Old mill",
  });
});

test("omitUndefined drops undefined fields and keeps fields set to null", () => {
  expect(omitUndefined({ name: undefined, city: null, state: "" })).toEqual({ city: null, state: "" });
});

test("hasKey is true only for a record's own keys, not inherited ones", () => {
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

test("toRecord returns an object's fields, and an empty record for any other value", () => {
  expect(toRecord({ a: 1 })).toEqual({ a: 1 });
  expect([null, undefined, "text", 3].map(toRecord)).toEqual([{}, {}, {}, {}]);
});

test("getElement throws for an index outside the list", () => {
  expect(getElement([undefined, "b"], 0)).toBeUndefined();
  expect(getElement(["a", "b"], 1)).toBe("b");
  expect(() => getElement(["a"], 1)).toThrow(RangeError);
});

test("getErrorCode returns a code only for an error that has one", () => {
  expect(getErrorCode(Object.assign(new Error("gone"), { code: "ENOENT" }))).toBe("ENOENT");
  expect([new Error("gone"), { code: "ENOENT" }, null].map(getErrorCode)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
