import { expect, test } from "vitest";
import { cacheForMinute } from "./minute-cache.server";

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second));

test("caches an expensive result for a minute, separately for each key and each database", async () => {
  let count = 0;
  const work = async () => {
    count += 1;
    return count;
  };
  const kept = cacheForMinute<number>();
  const [one, other] = [{}, {}];
  const ask = (database: object, key: string, now: Date) => kept({ database, key, now }, work);
  expect(await ask(one, "mill", at(0))).toBe(1);
  expect(await ask(one, "mill", at(59))).toBe(1);
  expect(await ask(one, "hauler", at(59))).toBe(2);
  expect(await ask(other, "mill", at(59))).toBe(3);
  expect(await ask(one, "mill", at(60))).toBe(4);
});

test("doesn't cache cheap results, and caches at most two hundred results", async () => {
  const kept = cacheForMinute<number>((answer) => answer > 10);
  const database = {};
  const ask = (key: string, answer: number) => kept({ database, key, now: at(0) }, async () => answer);
  expect(await ask("few", 3)).toBe(3);
  expect(await ask("few", 4)).toBe(4);
  expect(await ask("many", 30)).toBe(30);
  expect(await ask("many", 31)).toBe(30);
  for (let i = 0; i < 200; i++) await ask(`other ${i}`, 50);
  expect(await ask("many", 31)).toBe(31);
});

/** Return a pending computation that ends when the test supplies its result. */
function underWay() {
  const requests: { done(answer: number): void; failed(): void }[] = [];
  const work = () =>
    new Promise<number>((resolve, reject) => {
      requests.push({ done: resolve, failed: () => reject(new Error("The disk is full.")) });
    });
  return { asked: requests, work };
}

test("concurrent callers share a pending result, separately for each key and each database", async () => {
  const { asked, work } = underWay();
  const kept = cacheForMinute<number>();
  const [one, other] = [{}, {}];
  const ask = (database: object, key: string, second: number) =>
    kept({ database, key, now: at(second) }, work);
  const [first, second] = [ask(one, "mill", 0), ask(one, "mill", 1)];
  const [later, hauler, elsewhere] = [ask(one, "mill", 60), ask(one, "hauler", 1), ask(other, "mill", 1)];
  await Promise.resolve();
  expect(asked).toHaveLength(4);
  for (const [n, { done }] of asked.entries()) done(n);
  expect(await Promise.all([first, second, later, hauler, elsewhere])).toEqual([0, 0, 1, 2, 3]);
});

test("callers compute a result again if the one they waited for failed or was cheap", async () => {
  const { asked, work } = underWay();
  const kept = cacheForMinute<number>((answer) => answer > 10);
  const database = {};
  const ask = () => kept({ database, key: "mill", now: at(0) }, work);
  const [first, second] = [ask(), ask()];
  asked[0]?.failed();
  await expect(first).rejects.toThrow("The disk is full.");
  await expect.poll(() => asked).toHaveLength(2);
  const third = ask();
  asked[1]?.done(3);
  expect(await second).toBe(3);
  await expect.poll(() => asked).toHaveLength(3);
  asked[2]?.done(30);
  expect([await third, await ask()]).toEqual([30, 30]);
});
