import type { Call } from "~/web/perform.server";
import { call } from "~/web/respond.server";
import { keptUnchanged } from "~/web/unchanged.server";
import { getWholeMap, type WholeMap } from "./whole-map.server";

/** A drawing is large, and few maps are looked at at once. */
const maps = keptUnchanged<WholeMap>(60);

/** The map of everything, put together once as long as nothing changes: it goes through all places that the company knows. */
export const wholeMapOf = (ctx: Call, query: string) =>
  maps(ctx, query, () => call(getWholeMap, ctx, { query }));
