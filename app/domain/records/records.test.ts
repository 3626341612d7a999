import { expect, expectTypeOf, test } from "vitest";
import { codeOf, elementAt, given, isKeyOf, keysOf, ownFields, picked, recordOf } from "./records";

test("keys keep their order and their names", () => {
  const labels = { name: "Name", city: "City" };
  expect(keysOf(labels)).toEqual(["name", "city"]);
  expectTypeOf(keysOf(labels)).toEqualTypeOf<("name" | "city")[]>();
});

test("a record has a value for each key, and a picked row those of its columns alone", () => {
  expect(recordOf(["a", "b"], (key) => key.length)).toEqual({ a: 1, b: 1 });
  expect(picked({ id: 1, name: "Old mill", version: 3 }, ["id", "name"])).toEqual({
    id: 1,
    name: "Old mill",
  });
});

test("what was not given is left out, and what was cleared is not", () => {
  expect(given({ name: undefined, city: null, state: "" })).toEqual({ city: null, state: "" });
});

test("a key is a record's own, whatever else objects have", () => {
  const record = { a: 1, 2: "b" };
  expect(["a", "2", 2, "toString", "__proto__", "c"].map((key) => isKeyOf(record, key))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("the fields of anything: those of an object, and none of what has none", () => {
  expect(ownFields({ a: 1 })).toEqual({ a: 1 });
  expect([null, undefined, "text", 3].map(ownFields)).toEqual([{}, {}, {}, {}]);
});

test("an element at a place that the list does not have is refused", () => {
  expect(elementAt([undefined, "b"], 0)).toBeUndefined();
  expect(elementAt(["a", "b"], 1)).toBe("b");
  expect(() => elementAt(["a"], 1)).toThrow(RangeError);
});

test("only an error that has a code has one", () => {
  expect(codeOf(Object.assign(new Error("gone"), { code: "ENOENT" }))).toBe("ENOENT");
  expect([new Error("gone"), { code: "ENOENT" }, null].map(codeOf)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
