import { expect } from "vitest";
import type { actAs } from "#db/testing/acting";
import { AppError } from "~/web/refusal";
import { postStatement } from "../data/statements.server";

type Payer = Pick<Awaited<ReturnType<typeof actAs>>, "call">;

/** Return the seeds that found errors before, and a number of new random seeds; `MORE_SEEDS=30` adds 30. */
export const createSeeds = (known: readonly number[], fresh: number): number[] => [
  ...known,
  ...Array.from({ length: Number(process.env.MORE_SEEDS ?? fresh) }, () =>
    Math.floor(Math.random() * 2 ** 31),
  ),
];

/** Record random settlement actions: those that succeeded, and the messages of those that were refused. */
export function createActionCounter() {
  const done = new Set<string>();
  const refused = new Set<string>();
  return {
    /** Run an action, or record its refusal message; any other error is thrown. */
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
    /** Expect that exactly these actions succeeded, and that each of these refusals occurred. */
    expectAll(acts: readonly string[], refusals: readonly RegExp[]): void {
      expect([...done].sort()).toEqual([...acts].sort());
      for (const words of refusals) expect([...refused].join("\n")).toMatch(words);
    },
  };
}

/** Post a draft like a user who, after a refusal, reads the current amounts in the message and tries again. */
export async function postDraftWithRetry(payer: Payer, settlement_statement_id: number): Promise<void> {
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
