import { expect, test } from "vitest";
import {
  formatPhone,
  INVALID_PHONE_MESSAGE,
  normalizePhone,
  parseApiPhone,
  parsePhoneWithExtension,
  parseTextPhone,
  stripExtension,
} from "./phone";

test.each([
  "(906)555-0100",
  "906-555-0100",
  "906.555.0100",
  "9065550100",
  "+1 906 555 0100",
  "1 (906) 555-0100",
  "19065550100",
])("parses %s as the same US number", (text) => {
  expect(normalizePhone(text)).toBe("9065550100");
  expect(parseApiPhone(text)).toBe("+19065550100");
  expect(formatPhone(text)).toBe("(906)555-0100");
});

test.each(["", "555-0100", "29065550100", "906555010", "119065550100", "+44 20 7946 0958", "call me"])(
  "rejects %s as a phone number and formats it unchanged",
  (text) => {
    expect(normalizePhone(text)).toBeNull();
    expect(parseApiPhone(text)).toBeNull();
    expect(formatPhone(text)).toBe(text);
  },
);

test("a formatted number fits a field of thirteen characters, and an invalid one fails with the fixed message", () => {
  expect(formatPhone("19065550100")).toHaveLength(13);
  expect(INVALID_PHONE_MESSAGE).toBe("Invalid phone number");
});

test.each([
  "(906) 555-0123 x12",
  "906-555-0123 ext. 12",
  "+1 906 555 0123 extension 12",
  "9065550123 #12",
  "+19065550123;ext=12",
])("parses %s as an office number with its extension", (text) => {
  expect(parsePhoneWithExtension(text)).toBe("+19065550123;ext=12");
  expect(formatPhone(text)).toBe("(906)555-0123 x12");
  expect(parseApiPhone(stripExtension(text))).toBe("+19065550123");
  // A number for text messages may have no extension.
  expect(parseApiPhone(text)).toBeNull();
  expect(parseTextPhone(text)).toBeNull();
  expect(parseTextPhone("906-555-0123")).toBe("+19065550123");
});

test.each(["555-0123 x12", "x12", "(906)555-0123 x1234567"])("rejects %s as a phone number", (text) => {
  expect(parsePhoneWithExtension(text)).toBeNull();
});
