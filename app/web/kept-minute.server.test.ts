import { expect, test } from "vitest";
import { keptMinute } from "./kept-minute.server";

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second));

test("what took much is put together once a minute, for each who asks and each database by itself", async () => {
  let made = 0;
  const work = async () => {
    made += 1;
    return made;
  };
  const kept = keptMinute<number>();
  const [one, other] = [{}, {}];
  const ask = (database: object, key: string, now: Date) => kept({ database, key, now }, work);
  expect(await ask(one, "mill", at(0))).toBe(1);
  expect(await ask(one, "mill", at(59))).toBe(1);
  expect(await ask(one, "hauler", at(59))).toBe(2);
  expect(await ask(other, "mill", at(59))).toBe(3);
  expect(await ask(one, "mill", at(60))).toBe(4);
});

test("what took little is always read again, and only two hundred answers are held", async () => {
  const kept = keptMinute<number>((answer) => answer > 10);
  const database = {};
  const ask = (key: string, answer: number) => kept({ database, key, now: at(0) }, async () => answer);
  expect(await ask("few", 3)).toBe(3);
  expect(await ask("few", 4)).toBe(4);
  expect(await ask("many", 30)).toBe(30);
  expect(await ask("many", 31)).toBe(30);
  for (let i = 0; i < 200; i++) await ask(`other ${i}`, 50);
  expect(await ask("many", 31)).toBe(31);
});
