import { eq } from "drizzle-orm";
import { z } from "zod";
import { usCounty, usState } from "#db/schema";
import type { Box } from "~/lib/geo/geo";
import { isValidPoint } from "~/lib/geo/geo";
import { parsePlace } from "~/lib/geo/place-text";
import { GRIDS } from "~/lib/land-description/grid";
import { listMeridianCodes } from "~/lib/land-description/meridians";
import { parseRange, parseTownship, type Range, type Township } from "~/lib/land-description/plss";
import { type Ctx, procedure } from "~/web/procedure";
import { AppError, invalid } from "~/web/refusal";
import { sectionOutput, townshipsOutput } from "../rules/output";
import {
  type FoundTownship,
  findSectionAt,
  findTownshipsByName,
  MAX_TOWNSHIPS,
  readTownshipsInBox,
} from "./townships.server";

/** Message for a county whose townships can't be read. */
export const TOWNSHIPS_FAILED = "Failed to get township for the selected county.";
const BOX = "Enter west,south,east,north in degrees, like -84.9,44.4,-84.3,44.9.";
const NAME = "Enter a township and range, like T27N R2W.";

/** Parse a township name such as "27N 2W", "T27N R2W", "T27N, R2W" or "27N"; null for anything else. */
export function parseTownshipName(text: string): { township: Township; range: Range | null } | null {
  const [one = "", two = "", ...more] = text
    .trim()
    .replace(/([NS])\.?\s*[,/-]?\s*(?=R?\s*\d)/i, "$1|")
    .split("|");
  const township = parseTownship(one);
  if (!township || more.length) return null;
  if (!two.trim()) return { township, range: null };
  const range = parseRange(two);
  return range ? { township, range } : null;
}

function parseBox(text: string): Box | null {
  const parts = text.split(",");
  if (parts.length !== 4 || parts.some((part) => !/^\s*-?\d{1,3}(\.\d{1,15})?\s*$/.test(part))) return null;
  const [west = 0, south = 0, east = 0, north = 0] = parts.map(Number);
  const isBox = south <= north && west <= east;
  if (
    !isBox ||
    ![
      { latitude: south, longitude: west },
      { latitude: north, longitude: east },
    ].every(isValidPoint)
  )
    return null;
  return { min_longitude: west, min_latitude: south, max_longitude: east, max_latitude: north };
}

const input = z.strictObject({
  box: z.string().max(120).optional().describe(BOX),
  text: z.string().max(60).optional().describe(NAME),
  us_county_id: z.number().int().min(1).max(99_999).optional(),
  us_state_id: z.number().int().min(1).max(99).optional(),
});

/**
 * Search townships with their outlines: by a box on the map, by name ("T27N R2W"), or by county. If no surveyed
 * townships were imported, return townships of the approximate grid, marked as approximate.
 */
export const searchTownships = procedure({
  name: "searchTownships",
  input,
  output: townshipsOutput,
  async run(ctx, query): Promise<{ townships: FoundTownship[]; is_more: boolean }> {
    const townships = await find(ctx, query);
    return { townships, is_more: townships.length >= MAX_TOWNSHIPS };
  },
});

async function find(ctx: Pick<Ctx, "read">, query: z.output<typeof input>): Promise<FoundTownship[]> {
  if (query.text !== undefined) {
    const name = parseTownshipName(query.text);
    if (!name) throw invalid({ text: [NAME] });
    const meridians = await meridiansOf(ctx, query.us_state_id);
    return findTownshipsByName(ctx.read, name, { us_state_id: query.us_state_id, meridians });
  }
  if (query.box !== undefined) {
    const box = parseBox(query.box);
    if (!box) throw invalid({ box: [BOX] });
    return readTownshipsInBox(ctx.read, box);
  }
  if (query.us_county_id === undefined) throw invalid({ box: [BOX] });
  const [county] = await ctx.read.select().from(usCounty).where(eq(usCounty.id, query.us_county_id));
  if (!county)
    throw new AppError("invalid", TOWNSHIPS_FAILED, { fields: { us_county_id: [TOWNSHIPS_FAILED] } });
  return readTownshipsInBox(ctx.read, county);
}

async function meridiansOf(ctx: Pick<Ctx, "read">, stateId: number | undefined): Promise<readonly string[]> {
  if (stateId === undefined) return [...new Set(GRIDS.map((grid) => grid.meridian))];
  const [state] = await ctx.read.select().from(usState).where(eq(usState.id, stateId));
  return state ? listMeridianCodes(state.stusps) : [];
}

const AT = "Enter latitude and longitude, like 44.6614,-84.7148.";

/** Read the township, range, section and meridian of a place; `land` is null outside the Public Land Survey. */
export const getSectionAt = procedure({
  name: "getSectionAt",
  input: z.strictObject({ at: z.string().max(100).describe(AT) }),
  output: sectionOutput,
  async run(ctx, { at }) {
    const point = parsePlace(at);
    if (!point) throw invalid({ at: [AT] });
    return { land: await findSectionAt(ctx.read, point) };
  },
});
