import { expect, test } from "vitest";
import { isUnchanged } from "./revise.server";

test("distinguishes an edit that changes nothing from one that does", () => {
  const row = { name: "North", notes: null, roles: ["cut", "haul"], rate: 62 };
  expect(isUnchanged(row, { name: "North", notes: undefined, roles: ["cut", "haul"] })).toBe(true);
  expect(isUnchanged(row, { notes: null, rate: 62 })).toBe(true);
  expect(isUnchanged(row, { name: "North 2" })).toBe(false);
  expect(isUnchanged(row, { roles: ["cut"] })).toBe(false);
  expect(isUnchanged(row, { notes: "" })).toBe(false);
});

test("treats a text as unchanged if it differs only in line breaks and surrounding spaces", () => {
  const row = { notes: "Gate is locked.\nAsk Ida. " };
  expect(isUnchanged(row, { notes: "Gate is locked.\r\nAsk Ida." })).toBe(true);
  expect(isUnchanged(row, { notes: "Gate is locked. Ask Ida." })).toBe(false);
});
