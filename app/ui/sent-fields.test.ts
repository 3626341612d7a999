import { expect, test } from "vitest";
import { sentFields, sentTexts } from "./sent-fields";

test("a form that has not been sent held nothing", () => {
  expect(sentFields(undefined)).toEqual({});
  expect(sentTexts({ reply: { initialValue: null } })).toEqual({});
});

test("texts are told from lists", () => {
  const result = { reply: { initialValue: { name: "Old mill", roles: ["is_mill", "is_hauler"] } } };
  expect(sentFields(result)).toEqual({ name: "Old mill", roles: ["is_mill", "is_hauler"] });
  expect(sentTexts(result)).toEqual({ name: "Old mill" });
});
