import { eq } from "drizzle-orm";
import { z } from "zod";
import { plssMeridian, usCounty, usCountyGeometry } from "#db/schema";
import { getOuterRings, isInRing, type Ring, sampleAreaPoints } from "~/lib/geo/areas";
import { getBoundingBox } from "~/lib/geo/geo";
import { parseGeometry } from "~/lib/geo/location";
import { fitView, getViewBox, readMapState, START_VIEW } from "~/lib/geo/view";
import { hasPlss, listMeridianCodes, needsMeridian } from "~/lib/land-description/meridians";
import { parseRange, parseTownship } from "~/lib/land-description/plss";
import { parseTownshipName, TOWNSHIPS_FAILED } from "~/modules/land/shared/search.server";
import {
  type FoundTownship,
  findSectionAt,
  findTownshipsByName,
  readTownshipsInBox,
} from "~/modules/land/shared/townships.server";
import { drawMap } from "~/modules/maps/shared/drawing.server";
import { findPlacesByName } from "~/modules/maps/shared/find-places.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { changeDraft, draftVersion, readDraftState, requireOpenDraft } from "../../shared/draft.server";

/** Maximum number of townships to list; a map that shows more must be zoomed in. */
const MAX_LISTED = 40;
export const TOWNSHIP_FORMAT_MESSAGE = "Enter a township and range, like T27N R2W.";
const NO_SUCH_PLACE = "We couldn't find that. Enter a township and range, like T27N R2W, or a town.";

/**
 * Return townships to choose from, by name or in the visible part of the map, and the section under a click. The
 * overview's fields stay unchanged until a township is chosen.
 */
export const getTownships = procedure({
  name: "getTownships",
  may: "job.create",
  input: z.strictObject({ query: z.string().max(2000) }),
  async run(ctx, input) {
    const { kept } = await requireOpenDraft(ctx);
    const { us_county_id, us_state_id } = kept.draft;
    const state = await readDraftState(ctx, kept.draft);
    if (!state || !us_county_id || !us_state_id || !hasPlss(state.stusps)) return null;
    const query = new URLSearchParams(input.query);
    const q = (query.get("q") ?? "").trim().slice(0, 60);
    const county = await countyOf(ctx, us_county_id);
    const where = { us_state_id, meridians: listMeridianCodes(state.stusps) };
    // Start with the township already typed in the overview.
    const typed = parseTownshipName(`${kept.draft.township} ${kept.draft.range}`);
    const [start] = typed?.range ? await findTownshipsByName(ctx.read, typed, where) : [];
    const first = start && fitView(getOuterRings(start.geom).flat());
    const looked = readMapState(query, first ?? county.view);
    const name = q ? parseTownshipName(q) : null;
    // Text that isn't a township may name a town, a section or a place on a road; the map moves there and lists the
    // townships around it.
    const places = q && !name ? await findPlacesByName(ctx.read, q, county.view) : [];
    const { pin } = looked;
    const view = places[0]?.view ?? looked.view;
    const looks = query.has("look") || pin !== null || places.length > 0;
    const [drawing, land, listed] = await Promise.all([
      drawMap(ctx.read, { view, county_id: us_county_id, pin, areas: [], found: places[0] }),
      pin ? findSectionAt(ctx.read, pin) : null,
      name
        ? findTownshipsByName(ctx.read, name, where)
        : q && places.length === 0
          ? []
          : readTownshipsInBox(ctx.read, looks ? getViewBox(view) : county.box),
    ]);
    const townships = name ? listed : inOrder(listed, county.outline, looks ? undefined : start);
    return {
      version: kept.version + 1,
      q,
      wrong: q !== "" && name === null && places.length === 0 ? NO_SUCH_PLACE : null,
      places,
      none: townships.length === 0 && !name && q === "" ? TOWNSHIPS_FAILED : null,
      drawing,
      land,
      more: townships.length > MAX_LISTED,
      townships: townships.slice(0, MAX_LISTED).map(({ geom: _geom, ...t }) => t),
    };
  },
});

/** Return a county's bounding box, map view and outline, for the township search. */
async function countyOf(ctx: Pick<Ctx, "read">, countyId: number) {
  const [row] = await ctx.read
    .select({ county: usCounty, geom: usCountyGeometry.geom })
    .from(usCounty)
    .innerJoin(usCountyGeometry, eq(usCountyGeometry.us_county_id, usCounty.id))
    .where(eq(usCounty.id, countyId));
  const box = row?.county ?? getViewBox(START_VIEW);
  const view =
    fitView([
      { latitude: box.min_latitude, longitude: box.min_longitude },
      { latitude: box.max_latitude, longitude: box.max_longitude },
    ]) ?? START_VIEW;
  const geometry = row ? parseGeometry(row.geom) : null;
  return { box, view, outline: geometry ? getOuterRings(geometry) : [] };
}

/**
 * Sort a county's townships before its neighbors', from north to south and west to east, with `first` before all of
 * them. Townships that only touch the county's bounding box count as neighbors'.
 */
function inOrder(townships: readonly FoundTownship[], county: readonly Ring[], first?: FoundTownship) {
  const rank = (t: FoundTownship) => {
    if (first && t.township === first.township && t.range === first.range) return 0;
    return sampleAreaPoints(t.geom, 8).some((p) => county.some((ring) => isInRing(p, ring))) ? 1 : 2;
  };
  const north = (t: FoundTownship) => getBoundingBox(getOuterRings(t.geom).flat());
  return townships
    .map((t) => ({ t, rank: rank(t), box: north(t) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        (b.box?.max_latitude ?? 0) - (a.box?.max_latitude ?? 0) ||
        (a.box?.min_longitude ?? 0) - (b.box?.min_longitude ?? 0),
    )
    .map(({ t }) => t);
}

/** Writes a chosen township, and its section where that is known, into the overview. */
export const setJobTownship = procedure({
  name: "setJobTownship",
  may: "job.create",
  input: z.strictObject({
    township: z.string("Township is required").max(60),
    range: z.string("Range is required").max(60),
    section: z.string().max(60).optional(),
    plss_meridian_code: z.string().max(4),
    version: draftVersion,
  }),
  run: (ctx, input) =>
    changeDraft(ctx, {
      section: "overview",
      version: input.version,
      change: async (draft) => {
        const state = await readDraftState(ctx, draft);
        const [meridian] = await ctx.read
          .select({ code: plssMeridian.code })
          .from(plssMeridian)
          .where(eq(plssMeridian.code, input.plss_meridian_code));
        const ofState = listMeridianCodes(state?.stusps ?? "").includes(meridian?.code ?? "");
        if (!parseTownship(input.township) || !parseRange(input.range) || !ofState)
          throw invalid({ township: [TOWNSHIP_FORMAT_MESSAGE] });
        return {
          ...draft,
          township: input.township,
          range: input.range,
          section: input.section ?? draft.section,
          ...(state && needsMeridian(state.stusps) ? { plss_meridian_code: input.plss_meridian_code } : {}),
        };
      },
    }),
});
