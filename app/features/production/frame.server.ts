import { z } from "zod";
import { secondsOf } from "~/domain/time/segments";
import { dayOf } from "~/domain/time/time";
import { mayExport } from "~/features/exports/access.server";
import { procedure } from "~/web/procedure";
import { type Dimension, daysAsked, eachInput, idsIn, NARROWED, productionInput } from "./asked";
import { namesBy } from "./names.server";
import { readDelivered } from "./sums.server";

const DIMENSION_OF: Record<(typeof NARROWED)[number], { by: Dimension; word: string }> = {
  job_ids: { by: "job", word: "Job" },
  job_destination_ids: { by: "destination", word: "Destination" },
  product_type_ids: { by: "product", word: "Product" },
  hauler_ids: { by: "hauler", word: "Hauler" },
};

/**
 * What stands around a report: what it is narrowed to, and whether the company may have it as a file. Only what is on loads
 * that the company sees in these days is named; of other ids it says how many.
 */
export const getProductionFrame = procedure({
  name: "getProductionFrame",
  may: "trip_ticket.read",
  input: z.union([productionInput, eachInput]),
  async run(ctx, asked) {
    const range = secondsOf(daysAsked(asked, dayOf(ctx.now, ctx.actor.zone)), ctx.actor.zone);
    const chips = [];
    for (const name of NARROWED) {
      const ids = idsIn(asked[name]);
      if (ids.length === 0) continue;
      const { by, word } = DIMENSION_OF[name];
      const sums = await readDelivered(ctx, range, asked, by);
      const seen = [...new Set(sums.flatMap(({ key }) => key ?? []))];
      const known = await namesBy(
        ctx,
        by,
        seen.filter((id) => ids.includes(id)),
      );
      const others = ids.filter((id) => !known.has(id)).length;
      const said = [...known.values(), ...(others ? [`${others} without loads in this time`] : [])];
      chips.push({ name, label: `${word}: ${said.join(", ")}` });
    }
    return { chips, may_export: await mayExport(ctx) };
  },
});
