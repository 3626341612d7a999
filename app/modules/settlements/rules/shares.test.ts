import { describe, expect, test } from "vitest";
import { splitCents } from "./shares";
import { cut, other, owner, pay } from "./testing/claim-samples";

describe("shares", () => {
  test("the whole is rounded once, and the pieces sum to it; the lower company has the odd cent", () => {
    const split = {
      ...cut,
      type: 3,
      receiving_company_id: owner,
      shares: [
        { company_id: owner, parts: 1 },
        { company_id: other, parts: 1 },
      ],
    } as const;
    expect(pay({ products: [split] }).map((c) => [c.receiving_company_id, c.share_no, c.due_cents])).toEqual([
      [other, 1, 17_133],
      [owner, 2, 17_132],
    ]);
  });

  test("random splits are exact, and no piece is a cent or more from its part", () => {
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let i = 0; i < 5000; i++) {
      const shares = Array.from({ length: 1 + next(4) }, (_, index) => ({
        company_id: 9 - index,
        parts: 1 + next(1000),
      }));
      const cents = next(1_000_000);
      const whole = shares.reduce((sum, s) => sum + s.parts, 0);
      const pieces = splitCents(cents, shares);
      expect(pieces.reduce((sum, p) => sum + p.cents, 0)).toBe(cents);
      for (const { company_id, cents: piece } of pieces) {
        const parts = shares.find((s) => s.company_id === company_id)?.parts ?? 0;
        expect(Math.abs(piece - (cents * parts) / whole)).toBeLessThan(1);
      }
    }
  });
});
