import { expect, it } from "vitest";
import { nonces } from "./nonces";

it("gives 128 bits each time, and never the same", () => {
  const nonce = nonces();
  // More than are taken from the generator at once.
  const given = Array.from({ length: 1_000 }, nonce);
  expect(new Set(given).size).toBe(1_000);
  for (const one of given) expect(Buffer.from(one, "base64")).toHaveLength(16);
});

it("is not predicted by another server's", () => {
  const [one, other] = [nonces(), nonces()];
  expect(one()).not.toBe(other());
});
