import { expect, test } from "vitest";
import { keptUnchanged } from "./unchanged.server";

/** A database that says its version, and an answer that is counted. */
function asked() {
  const world = { version: 1 as number | null, made: 0, during: () => {} };
  const db = { version: () => world.version };
  const kept = keptUnchanged<number>();
  const ask = (question = "u7 tabs") =>
    kept(db, question, async () => {
      world.during();
      return ++world.made;
    });
  return { world, ask };
}

test("an answer is given again while nothing has changed, to the same question alone", async () => {
  const { world, ask } = asked();
  expect([await ask(), await ask(), await ask("u8 tabs"), await ask()]).toEqual([1, 1, 2, 1]);
  world.version = 2;
  expect([await ask(), await ask("u8 tabs")]).toEqual([3, 4]);
});

test("what changes while it is made counts as a change, and without a version it is made each time", async () => {
  const { world, ask } = asked();
  world.during = () => {
    world.version = 2;
  };
  await ask();
  expect(await ask()).toBe(2);
  world.during = () => {};
  world.version = null;
  expect([await ask(), await ask()]).toEqual([3, 4]);
});
