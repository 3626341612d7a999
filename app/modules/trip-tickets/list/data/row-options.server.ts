import { z } from "zod";
import { procedure } from "~/web/procedure";
import { FILTER_LISTS, MAX_FILTER_VALUES } from "../../rules/filter-query";
import { getStatusLabel, TICKET_VIEWS } from "../../rules/trip-ticket";
import {
  readCompanyOptions,
  readIdsOnLastTickets,
  readJobOptions,
  readOptionIds,
  readProductOptions,
} from "./filter-options.server";

/**
 * Limits of the filter row: number of latest tickets to read, and number of options to offer. Both are lower than the
 * filter panel's, because the row comes with every page.
 */
const ROW_LAST = 400;
const MAX_ROW_OPTIONS = 25;

/**
 * Return the options of the filter row above the list, taken from the latest loads. Each filter of the row allows one
 * choice; the filter panel has all options.
 */
export const getRowOptions = procedure({
  name: "getRowOptions",
  may: "trip_ticket.read",
  input: z.strictObject({
    view: z.enum(["loads", "available"]).default("loads"),
    chosen: z
      .partialRecord(z.enum(FILTER_LISTS), z.array(z.number().int()).max(MAX_FILTER_VALUES))
      .default({}),
  }),
  async run(ctx, { view, chosen }) {
    const seen = await readIdsOnLastTickets(ctx, ROW_LAST);
    const ids = readOptionIds(seen, chosen, MAX_ROW_OPTIONS);
    const [jobs, mills, haulers, products] = await Promise.all([
      readJobOptions(ctx, ids("jobs", "job_ids")),
      readCompanyOptions(ctx, ids("mills", "mill_ids"), seen),
      readCompanyOptions(ctx, ids("haulers", "hauler_ids"), seen),
      readProductOptions(ctx, ids("products", "product_type_ids")),
    ]);
    return [
      { name: "job_ids" as const, label: "Job", options: jobs },
      { name: "mill_ids" as const, label: "Mill", options: mills },
      { name: "hauler_ids" as const, label: "Hauler", options: haulers },
      { name: "product_type_ids" as const, label: "Product", options: products },
      {
        name: "trip_ticket_status_ids" as const,
        label: "Status",
        options: TICKET_VIEWS[view].offered.map((id) => ({ id, label: getStatusLabel(id) })),
      },
    ];
  },
});
export type RowOption = Awaited<ReturnType<typeof getRowOptions.run>>[number];
