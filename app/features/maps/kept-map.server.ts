import { callProcedure } from "~/web/form-action.server";
import type { Call } from "~/web/run-procedure.server";
import { createUnchangedCache } from "~/web/version-cache.server";
import { getWholeMap, type WholeMap } from "./whole-map.server";

/** A drawing is large, and few maps are looked at at once. */
const maps = createUnchangedCache<WholeMap>(60);

/** The map of everything, put together once as long as nothing changes: it goes through all places that the company knows. */
export const readCachedMap = (ctx: Call, query: string) =>
  maps(ctx, query, () => callProcedure(getWholeMap, ctx, { query }));
