import { describe, expect, test } from "vitest";
import { splitCents } from "./shares";
import { computeSampleClaims, other, owner, sampleCutPrice } from "./testing/claim-samples";

describe("split of an amount between payees", () => {
  test("rounds the whole once and splits it exactly; the company with the lower id gets the odd cent", () => {
    const split = {
      ...sampleCutPrice,
      type: 3,
      receiving_company_id: owner,
      shares: [
        { company_id: owner, parts: 1 },
        { company_id: other, parts: 1 },
      ],
    } as const;
    expect(
      computeSampleClaims({ products: [split] }).map((c) => [
        c.receiving_company_id,
        c.share_no,
        c.due_cents,
      ]),
    ).toEqual([
      [other, 1, 17_133],
      [owner, 2, 17_132],
    ]);
  });

  test("splits random amounts exactly, each piece within a cent of its share", () => {
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
