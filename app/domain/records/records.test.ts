import { expect, expectTypeOf, test } from "vitest";
import { given, keysOf, picked, recordOf } from "./records";

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
