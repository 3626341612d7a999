import { callProcedure } from "~/web/form-action.server";
import type { Call } from "~/web/run-procedure.server";
import { createUnchangedCache } from "~/web/version-cache.server";
import { getWholeMap, type WholeMap } from "./whole-map.server";

/** Cache only 60 maps: a drawing is large, and few maps are viewed at once. */
const maps = createUnchangedCache<WholeMap>(60);

/**
 * Return the map of all places, cached until something changes. Building the map reads every place that the company can
 * see.
 */
export const readCachedMap = (ctx: Call, query: string) =>
  maps(ctx, query, () => callProcedure(getWholeMap, ctx, { query }));
