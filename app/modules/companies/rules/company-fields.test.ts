import { describe, expect, test } from "vitest";
import {
  defaultLoadAmountField,
  EIN_FORMAT,
  einField,
  ROLE_NEEDED,
  roleListField,
  toRoleFlags,
  zipField,
} from "./company-fields";

const said = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message;

describe("an EIN", () => {
  test.each(["12-3456789", " 38-4410072 "])("%s is an EIN", (text) => {
    expect(einField.safeParse(text).success).toBe(true);
  });
  test.each(["123456789", "12-345678", "1-23456789", "12-34567890", "ab-cdefghi", ""])(
    "%s isn't an EIN",
    (text) => {
      expect(said(einField.safeParse(text))).toBe(EIN_FORMAT);
    },
  );
});

test.each([
  [55, 55],
  [30.6, 30.6],
  [27.125, 27.125],
  [0, null],
  [-3, null],
])("a default load of %s tons is kept as %s", (tons, count) => {
  expect(defaultLoadAmountField.parse(tons)).toBe(count);
});

test("a default load that no truck takes, or that could not be kept as typed, is refused", () => {
  expect(defaultLoadAmountField.safeParse(2_000).success).toBe(false);
  expect(said(defaultLoadAmountField.safeParse(30.6123))).toBe("Use three decimals at most");
});

test("a company has a role, of those that there are", () => {
  expect(said(roleListField.safeParse([]))).toBe(ROLE_NEEDED);
  expect(said(roleListField.safeParse(undefined))).toBe(ROLE_NEEDED);
  expect(roleListField.safeParse(["is_admin"]).success).toBe(false);
  expect(toRoleFlags(["is_mill"])).toMatchObject({ is_mill: true, is_cutter: false });
});

test.each([
  ["49738", true],
  ["49738-1234", true],
  ["4973", false],
  ["K1A 0B1", false],
])("zip %s: %s", (text, good) => {
  expect(zipField.safeParse(text).success).toBe(good);
});
