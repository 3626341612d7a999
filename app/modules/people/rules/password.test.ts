import { expect, test } from "vitest";
import { getPasswordProblem, MIN_PASSWORD_LENGTH } from "./password";

const COMMON = "This password is too easy to guess. Use another.";

test.each([
  "1234567890",
  "0987654321",
  "password123",
  "Password123!",
  "PASSWORD123",
  "P@ssw0rd2026",
  "P@$$w0rd1234",
  "qwertyuiop",
  "poiuytrewq",
  "asdfghjklzx",
  "abcdefghijkl",
  "aaaaaaaaaa",
  "abcabcabcabc",
  "qwertyqwerty",
  "Summer2026!!",
  "winter-2027",
  "November2026",
  "Michigan906!",
  "timbertally",
  "Timbertally2026",
  "husqvarna550",
  "2026lumberjack",
  "administrator",
  "iloveyou1234",
])("rejects %s as too common", (password) => {
  expect(getPasswordProblem(password)).toBe(COMMON);
});

test.each([
  "four plain dry cedars",
  "correct horse battery",
  "grayling-spur-road-12",
  "tamarack7skidway",
  "xK9!mq2Lr0w",
  "summer at the upper landing",
  "пароль-лесника",
  "1234567890 boards",
])("accepts the password %s", (password) => {
  expect(getPasswordProblem(password)).toBeNull();
});

test("accepts passwords of 10 to 200 characters", () => {
  expect(MIN_PASSWORD_LENGTH).toBe(10);
  expect(getPasswordProblem("spruce-99")).toMatch(/at least 10 characters/);
  expect(getPasswordProblem("spruces-99")).toBeNull();
  expect(getPasswordProblem("")).toMatch(/at least 10/);
  const long = Array.from({ length: 60 }, (_, i) => `w${i}`).join(" ");
  expect(getPasswordProblem(long.slice(0, 200))).toBeNull();
  expect(getPasswordProblem(long.slice(0, 201))).toMatch(/at most 200/);
});

test("checks a text built to make matching slow in under a second", () => {
  const started = process.cpuUsage();
  getPasswordProblem(`${"ab".repeat(99)}c`);
  getPasswordProblem("!".repeat(200));
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
});

test.each(["thunderbird", "rangers1972", "1q2w3e4r5t6y", "Q1W2E3R4T5Y6"])(
  "rejects %s, which is in a list of leaked passwords",
  (password) => expect(getPasswordProblem(password)).toMatch(/too easy to guess/),
);
