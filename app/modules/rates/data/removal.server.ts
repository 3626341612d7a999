import { z } from "zod";
import { jobHaulRate, jobProductRate } from "#db/schema";
import { getDay } from "~/lib/time/time";
import { payChangeConfirmFields } from "~/modules/settlements/shared/moved.server";
import { idOutput } from "~/web/output";
import { procedure } from "~/web/procedure";
import { updateWithVersion } from "~/web/revise.server";
import { formatPriceWithTerms } from "../rules/rates";
import { buildDeleteRateSteps } from "../shared/rate-steps.server";
import { buildPriceChangeSteps, requireSavedRate, type SavedRate, savedRateInput } from "./change.server";
import { describePayChanges, type RateChange, requireConfirmedPayChange } from "./moved.server";

/**
 * Return the change that a removal makes to the job's rates: a rate that has paid loads ends today, any other is
 * deleted.
 */
function removalOf({ saved: { row }, is_used }: SavedRate, today: string): RateChange {
  const ended_on = today;
  return "job_destination_id" in row
    ? { kind: "haul", was: row, next: is_used ? { ...row, ended_on } : null }
    : { kind: "product", was: row, next: is_used ? { ...row, ended_on } : null };
}

/** Delete a rate. A rate that has paid loads ends today instead, so that these loads keep it. */
const remove = (kind: "product" | "haul", name: string) =>
  procedure({
    name,
    input: z.strictObject({ ...savedRateInput, ...payChangeConfirmFields }),
    output: idOutput,
    async run(ctx, input) {
      const old = await requireSavedRate(ctx, input, kind, "delete_rate");
      const { found, saved, is_used, readers, key } = old;
      const table = kind === "product" ? jobProductRate : jobHaulRate;
      const ended_on = getDay(ctx.now, found.zone);
      await requireConfirmedPayChange(ctx, found, input, removalOf(old, ended_on));
      const updated = is_used ? formatPriceWithTerms(saved.price, { ...saved.row, ended_on }) : null;
      return ctx.commit(
        [
          ...(is_used
            ? [updateWithVersion(ctx, table, saved.row, { ended_on })]
            : buildDeleteRateSteps(ctx, table, saved.row)),
          ...(await buildPriceChangeSteps(ctx, found, [{ key, saved: saved.words, updated, readers }])),
        ],
        { id: input.rate_id },
      );
    },
  });
export const removeProductRate = remove("product", "removeProductRate");
export const removeHaulRate = remove("haul", "removeHaulRate");

/** Return the data for the page that confirms the removal of a rate. */
export const getRateRemoval = procedure({
  name: "getRateRemoval",
  input: z.strictObject({
    job_id: savedRateInput.job_id,
    rate_id: savedRateInput.rate_id,
    kind: z.enum(["product", "haul"]),
  }),
  async run(ctx, { kind, ...input }) {
    const old = await requireSavedRate(ctx, input, kind, "delete_rate");
    const { found, saved, is_used } = old;
    return {
      id: saved.id,
      job_id: found.job.id,
      version: saved.row.version,
      is_used,
      /** Name of the rate, the same as the heading of the rate's page. */
      name: "product" in saved ? saved.product : saved.destination,
      what: "product" in saved ? `${saved.type}, ${saved.product}` : `Haul to ${saved.destination}`,
      words: saved.words,
      between: `${saved.payer} pays ${saved.receiver}`,
      moves: await describePayChanges(ctx, found, removalOf(old, getDay(ctx.now, found.zone))),
    };
  },
});
