import { expect, test } from "vitest";
import { getSentFields, getSentTexts } from "./sent-fields";

test("a form that has not been sent has no values", () => {
  expect(getSentFields(undefined)).toEqual({});
  expect(getSentTexts({ reply: { initialValue: null } })).toEqual({});
});

test("separates single texts from lists", () => {
  const result = { reply: { initialValue: { name: "Old mill", roles: ["is_mill", "is_hauler"] } } };
  expect(getSentFields(result)).toEqual({ name: "Old mill", roles: ["is_mill", "is_hauler"] });
  expect(getSentTexts(result)).toEqual({ name: "Old mill" });
});
