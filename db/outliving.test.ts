import { expect, test } from "vitest";
import { forgetAll, madeOnce, outliving, whenForgotten } from "./outliving";

test("what is made once is made again after everything was forgotten", async () => {
  let made = 0;
  const number = madeOnce(() => ++made);
  expect([number(), number()]).toEqual([1, 1]);
  await forgetAll();
  expect([number(), number()]).toEqual([2, 2]);
});

test("what could not be made is tried again", () => {
  let tries = 0;
  const late = madeOnce(() => {
    tries += 1;
    if (tries < 2) throw new Error("not yet");
    return tries;
  });
  expect(late).toThrow("not yet");
  expect([late(), late()]).toEqual([2, 2]);
});

test("stores are emptied, and the last that said how it is forgotten is forgotten first, one after the other", async () => {
  const store = outliving(new Map([["a", 1]]));
  const order: string[] = [];
  whenForgotten(() => void order.push(`first, store of ${store.size}`));
  whenForgotten(async () => {
    await Promise.resolve();
    order.push("second");
  });
  await forgetAll();
  expect(order).toEqual(["second", "first, store of 1"]);
  expect(store.size).toBe(0);
});
