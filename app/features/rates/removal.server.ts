import { z } from "zod";
import { jobHaulRate, jobProductRate } from "#db/schema";
import { dropRate } from "~/core/rates/rate-steps.server";
import { fullWords } from "~/core/rates/rates";
import { asking } from "~/core/settling/moved.server";
import { dayOf } from "~/domain/time/time";
import { idOutput } from "~/web/output";
import { procedure } from "~/web/procedure";
import { revise } from "~/web/revise.server";
import { of, priceHistory, type SavedRate, savedRate } from "./change.server";
import { confirmed, type RateChange, whatMoves } from "./moved.server";

/** What a removal does to the rates of the job: one that has paid loads ends today. */
function removalOf({ saved: { row }, is_used }: SavedRate, today: string): RateChange {
  const ended_on = today;
  return "job_destination_id" in row
    ? { kind: "haul", was: row, next: is_used ? { ...row, ended_on } : null }
    : { kind: "product", was: row, next: is_used ? { ...row, ended_on } : null };
}

/** Deletes a rate; one that has paid loads ends today, so that they keep what they were paid by. */
const remove = (kind: "product" | "haul", name: string) =>
  procedure({
    name,
    input: z.strictObject({ ...of, ...asking }),
    output: idOutput,
    async run(ctx, input) {
      const old = await savedRate(ctx, input, kind, "delete_rate");
      const { found, saved, is_used, readers, key } = old;
      const table = kind === "product" ? jobProductRate : jobHaulRate;
      const ended_on = dayOf(ctx.now, found.zone);
      await confirmed(ctx, found, input, removalOf(old, ended_on));
      const updated = is_used ? fullWords(saved.price, { ...saved.row, ended_on }) : null;
      return ctx.commit(
        [
          ...(is_used ? [revise(ctx, table, saved.row, { ended_on })] : dropRate(ctx, table, saved.row)),
          ...(await priceHistory(ctx, found, [{ key, saved: saved.words, updated, readers }])),
        ],
        { id: input.rate_id },
      );
    },
  });
export const removeProductRate = remove("product", "removeProductRate");
export const removeHaulRate = remove("haul", "removeHaulRate");

/** What the page says that asks before a rate goes. */
export const getRateRemoval = procedure({
  name: "getRateRemoval",
  input: z.strictObject({ job_id: of.job_id, rate_id: of.rate_id, kind: z.enum(["product", "haul"]) }),
  async run(ctx, { kind, ...input }) {
    const old = await savedRate(ctx, input, kind, "delete_rate");
    const { found, saved, is_used } = old;
    return {
      id: saved.id,
      job_id: found.job.id,
      version: saved.row.version,
      is_used,
      /** As its own page is headed. */
      name: "product" in saved ? saved.product : saved.destination,
      what: "product" in saved ? `${saved.type}, ${saved.product}` : `Haul to ${saved.destination}`,
      words: saved.words,
      between: `${saved.payer} pays ${saved.receiver}`,
      moves: await whatMoves(ctx, found, removalOf(old, dayOf(ctx.now, found.zone))),
    };
  },
});
