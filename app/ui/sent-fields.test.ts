import { expect, test } from "vitest";
import { getSentFields, getSentTexts } from "./sent-fields";

test("returns no values for a form that has not been sent", () => {
  expect(getSentFields(undefined)).toEqual({});
  expect(getSentTexts({ reply: { initialValue: null } })).toEqual({});
});

test("separates fields with a single text from fields with a list", () => {
  const result = { reply: { initialValue: { name: "Old mill", roles: ["is_mill", "is_hauler"] } } };
  expect(getSentFields(result)).toEqual({ name: "Old mill", roles: ["is_mill", "is_hauler"] });
  expect(getSentTexts(result)).toEqual({ name: "Old mill" });
});
