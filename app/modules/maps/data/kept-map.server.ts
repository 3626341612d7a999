import { callProcedure } from "~/web/form-action.server";
import type { Call } from "~/web/run-procedure.server";
import { createUnchangedCache } from "~/web/version-cache.server";
import { getWholeMap, type WholeMap } from "./whole-map.server";

/** A drawing is large, and few maps are viewed at once. */
const maps = createUnchangedCache<WholeMap>(60);

/** Map of everything, cached until something changes: building it reads all places that the company knows. */
export const readCachedMap = (ctx: Call, query: string) =>
  maps(ctx, query, () => callProcedure(getWholeMap, ctx, { query }));
