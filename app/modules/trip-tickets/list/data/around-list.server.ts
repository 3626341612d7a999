import type { z } from "zod";
import { callProcedure } from "~/web/form-action.server";
import type { Call } from "~/web/run-procedure.server";
import { createUnchangedCache } from "~/web/version-cache.server";
import type { TabCounts } from "../../rules/list-tabs";
import { countTabs } from "../../shared/list.server";
import { getRowOptions, type RowOption } from "./row-options.server";

const tabs = createUnchangedCache<TabCounts>();
const rows = createUnchangedCache<RowOption[]>();

/**
 * Return the counts on the list's tabs. They are cached until something changes, because computing them scans thousands
 * of loads.
 */
export const readCachedTabCounts = (ctx: Call) => tabs(ctx, "", () => callProcedure(countTabs, ctx, {}));

/** Return the options of the filter row above the list, cached until something changes. */
export const readCachedRowOptions = (ctx: Call, input: z.input<typeof getRowOptions.input>) =>
  rows(ctx, JSON.stringify(input), () => callProcedure(getRowOptions, ctx, input));
