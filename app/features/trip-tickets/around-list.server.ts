import type { z } from "zod";
import type { TabCounts } from "~/domain/tickets/list-tabs";
import type { Call } from "~/web/perform.server";
import { call } from "~/web/respond.server";
import { keptUnchanged } from "~/web/unchanged.server";
import { countTabs } from "./list.server";
import { getRowOptions, type RowOption } from "./row-options.server";

const tabs = keptUnchanged<TabCounts>();
const rows = keptUnchanged<RowOption[]>();

/** The numbers on the list's tabs, counted once as long as nothing changes: they look at thousands of loads. */
export const tabNumbersOf = (ctx: Call) => tabs(ctx, "", () => call(countTabs, ctx, {}));

/** What the row above the list offers, gathered once as long as nothing changes. */
export const rowOf = (ctx: Call, input: z.input<typeof getRowOptions.input>) =>
  rows(ctx, JSON.stringify(input), () => call(getRowOptions, ctx, input));
