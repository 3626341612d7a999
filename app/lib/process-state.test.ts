import { expect, test } from "vitest";
import { lazy, onReset, registerResettable, resetAll } from "~/lib/process-state";

test("what is made once is made again after everything was forgotten", async () => {
  let count = 0;
  const number = lazy(() => ++count);
  expect([number(), number()]).toEqual([1, 1]);
  await resetAll();
  expect([number(), number()]).toEqual([2, 2]);
});

test("what could not be made is tried again", () => {
  let tries = 0;
  const late = lazy(() => {
    tries += 1;
    if (tries < 2) throw new Error("not yet");
    return tries;
  });
  expect(late).toThrow("not yet");
  expect([late(), late()]).toEqual([2, 2]);
});

test("stores are emptied, and the last that said how it is forgotten is forgotten first, one after the other", async () => {
  const store = registerResettable(new Map([["a", 1]]));
  const order: string[] = [];
  onReset(() => void order.push(`first, store of ${store.size}`));
  onReset(async () => {
    await Promise.resolve();
    order.push("second");
  });
  await resetAll();
  expect(order).toEqual(["second", "first, store of 1"]);
  expect(store.size).toBe(0);
});
