import { expect, test } from "vitest";
import type { Actor } from "./actor";
import { AppError } from "./refusal";
import { countUsage } from "./usage-limit.server";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const person = (id: number, company: number) =>
  ({ key: `user:${id}@${company}`, user: { id }, keyName: null }) as unknown as Actor;
const key = { key: "key:7", user: null, keyName: "Office" } as unknown as Actor;

const refusal = (work: () => void) => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  return null;
};

test("allows the entries of a clerk's busiest day, and stops a runaway script with a time to wait", () => {
  const clerk = person(1, 1);
  for (let load = 0; load < 400; load++) countUsage(clerk, "tickets", 1, NOW, 100);
  for (let form = 0; form < 55; form++) countUsage(clerk, "tickets", 20, NOW, 100);
  const stopped = refusal(() => countUsage(clerk, "tickets", 1, later(5), 100));
  expect([stopped?.kind, stopped?.message, stopped?.facts.retryAfter]).toEqual([
    "tooMany",
    "That's a lot of trip tickets in a short time. Nothing was lost. Send this again in 10 minutes.",
    600,
  ]);
  expect(refusal(() => countUsage(clerk, "comments", 1, NOW, 100))).toBeNull();
  expect(refusal(() => countUsage(clerk, "tickets", 1, later(15), 100))).toBeNull();
});

test("counts a person's work at all companies together, but separately from other people", () => {
  for (let n = 0; n < 150; n++) countUsage(person(2, n % 3), "comments", 1, NOW, 100);
  expect(refusal(() => countUsage(person(2, 9), "comments", 1, NOW, 100))?.kind).toBe("tooMany");
  expect(refusal(() => countUsage(person(3, 9), "comments", 1, NOW, 100))).toBeNull();
});

test("an API key has a higher limit than a person", () => {
  for (let n = 0; n < 750; n++) countUsage(key, "comments", 1, NOW, 100);
  expect(refusal(() => countUsage(key, "comments", 1, NOW, 100))?.kind).toBe("tooMany");
});

test("a window started by a clock a day ahead is over once the clock is right again", () => {
  const clerk = person(71, 1);
  for (let n = 0; n < 150; n++) countUsage(clerk, "comments", 1, later(1_440), 100);
  expect(refusal(() => countUsage(clerk, "comments", 1, later(1_440), 100))?.kind).toBe("tooMany");
  expect(refusal(() => countUsage(clerk, "comments", 1, NOW, 100))).toBeNull();
});
