import { describe, expect, test } from "vitest";
import {
  COMPANY_ROLE_REQUIRED_MESSAGE,
  defaultLoadAmountField,
  EIN_FORMAT_MESSAGE,
  einField,
  roleListField,
  toRoleFlags,
  zipField,
} from "./company-fields";

const said = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message;

describe("an EIN", () => {
  test.each(["12-3456789", " 38-4410072 "])("accepts the EIN %s", (text) => {
    expect(einField.safeParse(text).success).toBe(true);
  });
  test.each(["123456789", "12-345678", "1-23456789", "12-34567890", "ab-cdefghi", ""])(
    "rejects the EIN %s",
    (text) => {
      expect(said(einField.safeParse(text))).toBe(EIN_FORMAT_MESSAGE);
    },
  );
});

test.each([
  [55, 55],
  [30.6, 30.6],
  [27.125, 27.125],
  [0, null],
  [-3, null],
])("stores a default load of %s tons as %s", (tons, count) => {
  expect(defaultLoadAmountField.parse(tons)).toBe(count);
});

test("refuses a default load above any truck's capacity or with more than three decimals", () => {
  expect(defaultLoadAmountField.safeParse(2_000).success).toBe(false);
  expect(said(defaultLoadAmountField.safeParse(30.6123))).toBe("Use three decimals at most");
});

test("requires at least one known company role", () => {
  expect(said(roleListField.safeParse([]))).toBe(COMPANY_ROLE_REQUIRED_MESSAGE);
  expect(said(roleListField.safeParse(undefined))).toBe(COMPANY_ROLE_REQUIRED_MESSAGE);
  expect(roleListField.safeParse(["is_admin"]).success).toBe(false);
  expect(toRoleFlags(["is_mill"])).toMatchObject({ is_mill: true, is_cutter: false });
});

test.each([
  ["49738", true],
  ["49738-1234", true],
  ["4973", false],
  ["K1A 0B1", false],
])("validates ZIP code %s: %s", (text, good) => {
  expect(zipField.safeParse(text).success).toBe(good);
});
