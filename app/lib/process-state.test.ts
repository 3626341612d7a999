import { expect, test } from "vitest";
import { lazy, onReset, registerResettable, resetAll } from "~/lib/process-state";

test("lazy creates its value once, and again after a reset", async () => {
  let count = 0;
  const number = lazy(() => ++count);
  expect([number(), number()]).toEqual([1, 1]);
  await resetAll();
  expect([number(), number()]).toEqual([2, 2]);
});

test("lazy tries again after a failed creation", () => {
  let tries = 0;
  const late = lazy(() => {
    tries += 1;
    if (tries < 2) throw new Error("not yet");
    return tries;
  });
  expect(late).toThrow("not yet");
  expect([late(), late()]).toEqual([2, 2]);
});

test("a reset empties registered stores and calls registered functions one by one, the last registered first", async () => {
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
