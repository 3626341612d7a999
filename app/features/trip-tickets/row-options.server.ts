import { z } from "zod";
import { FILTER_LISTS, MOST_VALUES } from "~/domain/tickets/filter-query";
import { statusName, VIEWS } from "~/domain/tickets/trip-ticket";
import { procedure } from "~/web/procedure";
import {
  companyOptions,
  idsFor,
  idsOnLastTickets,
  jobOptions,
  productOptions,
} from "./filter-options.server";

/** The row of filters looks at fewer tickets than the panel, since it comes with every page, and offers fewer. */
const ROW_LAST = 400;
const ROW_MOST = 25;

/** What the row above the list offers: one choice of each, those of the last loads; the panel has the rest. */
export const getRowOptions = procedure({
  name: "getRowOptions",
  may: "trip_ticket.read",
  input: z.strictObject({
    view: z.enum(["loads", "available"]).default("loads"),
    chosen: z.partialRecord(z.enum(FILTER_LISTS), z.array(z.number().int()).max(MOST_VALUES)).default({}),
  }),
  async run(ctx, { view, chosen }) {
    const seen = await idsOnLastTickets(ctx, ROW_LAST);
    const ids = idsFor(seen, chosen, ROW_MOST);
    const [jobs, mills, haulers, products] = await Promise.all([
      jobOptions(ctx, ids("jobs", "job_ids")),
      companyOptions(ctx, ids("mills", "mill_ids"), seen),
      companyOptions(ctx, ids("haulers", "hauler_ids"), seen),
      productOptions(ctx, ids("products", "product_type_ids")),
    ]);
    return [
      { name: "job_ids" as const, label: "Job", options: jobs },
      { name: "mill_ids" as const, label: "Mill", options: mills },
      { name: "hauler_ids" as const, label: "Hauler", options: haulers },
      { name: "product_type_ids" as const, label: "Product", options: products },
      {
        name: "trip_ticket_status_ids" as const,
        label: "Status",
        options: VIEWS[view].offered.map((id) => ({ id, label: statusName(id) })),
      },
    ];
  },
});
export type RowOption = Awaited<ReturnType<typeof getRowOptions.run>>[number];
