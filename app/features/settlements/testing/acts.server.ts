import { expect } from "vitest";
import type { actAs } from "#db/testing/acting";
import { AppError } from "~/web/refusal";
import { postStatement } from "../statements.server";

type Payer = Pick<Awaited<ReturnType<typeof actAs>>, "call">;

/** The seeds that found something once, and so many that nobody has tried; `MORE_SEEDS=30` tries as many. */
export const createSeeds = (known: readonly number[], fresh: number): number[] => [
  ...known,
  ...Array.from({ length: Number(process.env.MORE_SEEDS ?? fresh) }, () =>
    Math.floor(Math.random() * 2 ** 31),
  ),
];

/** Random acts of settling: which of them were carried out, and the words in which others were refused. */
export function createActCounter() {
  const done = new Set<string>();
  const refused = new Set<string>();
  return {
    /** Carries an act out, or is refused in words; anything else that goes wrong is thrown. */
    async outcomeOf(act: string, doIt: () => Promise<unknown>): Promise<string> {
      try {
        await doIt();
        done.add(act);
        return "done";
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const words = [error.message, ...Object.values(error.facts.fields ?? {}).flat()].join(" ");
        refused.add(words);
        return words;
      }
    },
    /** Every one of these was carried out, and refusals were met that say this. */
    expectAll(acts: readonly string[], refusals: readonly RegExp[]): void {
      expect([...done].sort()).toEqual([...acts].sort());
      for (const words of refusals) expect([...refused].join("\n")).toMatch(words);
    },
  };
}

/** Posts a draft as a person does who reads the figures of now in what refused the first try. */
export async function postAsSeen(payer: Payer, settlement_statement_id: number): Promise<void> {
  const looked = await payer
    .call(postStatement, { settlement_statement_id, expected_cents: -1, expected_lines: 0 })
    .catch((error: unknown) => error);
  const [, cents = "0", lines = "0"] =
    /: \$([\d,.]+) on (\d+) lines? now/.exec(looked instanceof AppError ? looked.message : "") ?? [];
  await payer.call(postStatement, {
    settlement_statement_id,
    expected_cents: Math.round(Number(cents.replaceAll(",", "")) * 100),
    expected_lines: Number(lines),
  });
}
