import { expect } from "vitest";
import type { actAs } from "#db/testing/acting";
import { AppError } from "~/web/refusal";
import { postStatement } from "../data/statements.server";

type Payer = Pick<Awaited<ReturnType<typeof actAs>>, "call">;

/** Seeds that once found an error, and a number of fresh ones; `MORE_SEEDS=30` tries that many. */
export const createSeeds = (known: readonly number[], fresh: number): number[] => [
  ...known,
  ...Array.from({ length: Number(process.env.MORE_SEEDS ?? fresh) }, () =>
    Math.floor(Math.random() * 2 ** 31),
  ),
];

/** Count random acts of settling: those carried out, and the messages with which others were refused. */
export function createActCounter() {
  const done = new Set<string>();
  const refused = new Set<string>();
  return {
    /** Carry out an act, or record its refusal's message; any other error is thrown. */
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
    /** Expect that each of these acts was carried out, and that refusals matching these were met. */
    expectAll(acts: readonly string[], refusals: readonly RegExp[]): void {
      expect([...done].sort()).toEqual([...acts].sort());
      for (const words of refusals) expect([...refused].join("\n")).toMatch(words);
    },
  };
}

/** Post a draft like a person who, after a first refusal, reads the current figures in it and tries again. */
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
