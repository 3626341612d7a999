import { eq } from "drizzle-orm";
import { z } from "zod";
import { plssMeridian, usCounty, usCountyGeometry } from "#db/schema";
import { isInRing, outerRings, pointsIn, type Ring } from "~/domain/geo/areas";
import { boxOf } from "~/domain/geo/geo";
import { parseGeom } from "~/domain/geo/location";
import { boxOfView, mapState, START, viewOf } from "~/domain/geo/view";
import { asksMeridian, hasPlss, meridianCodes } from "~/domain/plss/meridians";
import { parseRange, parseTownship } from "~/domain/plss/plss";
import { drawMap } from "~/features/maps/drawing.server";
import { placesCalled } from "~/features/maps/find-places.server";
import { NO_TOWNSHIP, parseTownshipName } from "~/features/plss/search.server";
import { type FoundTownship, sectionAt, townshipsIn, townshipsNamed } from "~/features/plss/townships.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { changeDraft, draftState, draftVersion, openSetup } from "./draft.server";

/** So many townships as a list; a map that shows more is looked at from nearer by. */
const MOST_LISTED = 40;
export const NAME_OF_TOWNSHIP = "Enter a township and range, like T27N R2W.";
const NO_SUCH_PLACE = "We couldn't find that. Enter a township and range, like T27N R2W, or a town.";

/**
 * Townships to choose from: those of a name, or those in the part of the map that is looked at; and the section under
 * a click. It only suggests: the overview's fields stay as they are until one is chosen.
 */
export const getTownships = procedure({
  name: "getTownships",
  may: "job.create",
  input: z.strictObject({ query: z.string().max(2000) }),
  async run(ctx, input) {
    const { kept } = await openSetup(ctx);
    const { us_county_id, us_state_id } = kept.draft;
    const state = await draftState(ctx, kept.draft);
    if (!state || !us_county_id || !us_state_id || !hasPlss(state.stusps)) return null;
    const query = new URLSearchParams(input.query);
    const q = (query.get("q") ?? "").trim().slice(0, 60);
    const county = await countyOf(ctx, us_county_id);
    const where = { us_state_id, meridians: meridianCodes(state.stusps) };
    // What is typed in the overview already is looked at first.
    const typed = parseTownshipName(`${kept.draft.township} ${kept.draft.range}`);
    const [start] = typed?.range ? await townshipsNamed(ctx.read, typed, where) : [];
    const first = start && viewOf(outerRings(start.geom).flat());
    const looked = mapState(query, first ?? county.view);
    const name = q ? parseTownshipName(q) : null;
    // Other words may name a town, a section, a place on a road: the map goes there, and lists what lies around it.
    const places = q && !name ? await placesCalled(ctx.read, q, county.view) : [];
    const { pin } = looked;
    const view = places[0]?.view ?? looked.view;
    const looks = query.has("look") || pin !== null || places.length > 0;
    const [drawing, land, listed] = await Promise.all([
      drawMap(ctx.read, { view, county_id: us_county_id, pin, areas: [], found: places[0] }),
      pin ? sectionAt(ctx.read, pin) : null,
      name
        ? townshipsNamed(ctx.read, name, where)
        : q && places.length === 0
          ? []
          : townshipsIn(ctx.read, looks ? boxOfView(view) : county.box),
    ]);
    const found = name ? listed : inOrder(listed, county.outline, looks ? undefined : start);
    return {
      version: kept.version + 1,
      q,
      wrong: q !== "" && name === null && places.length === 0 ? NO_SUCH_PLACE : null,
      places,
      none: found.length === 0 && !name && q === "" ? NO_TOWNSHIP : null,
      drawing,
      land,
      more: found.length > MOST_LISTED,
      townships: found.slice(0, MOST_LISTED).map(({ geom: _geom, ...t }) => t),
    };
  },
});

/** A county as its townships are looked for: its box, the view of it, and its outline. */
async function countyOf(ctx: Pick<Ctx, "read">, countyId: number) {
  const [row] = await ctx.read
    .select({ county: usCounty, geom: usCountyGeometry.geom })
    .from(usCounty)
    .innerJoin(usCountyGeometry, eq(usCountyGeometry.us_county_id, usCounty.id))
    .where(eq(usCounty.id, countyId));
  const box = row?.county ?? boxOfView(START);
  const view =
    viewOf([
      { latitude: box.min_latitude, longitude: box.min_longitude },
      { latitude: box.max_latitude, longitude: box.max_longitude },
    ]) ?? START;
  const geometry = row ? parseGeom(row.geom) : null;
  return { box, view, outline: geometry ? outerRings(geometry) : [] };
}

/**
 * Townships of a county before its neighbors', from north to south and west to east; `first` before all of them. Those
 * that only touch the county's box are neighbors.
 */
function inOrder(townships: readonly FoundTownship[], county: readonly Ring[], first?: FoundTownship) {
  const rank = (t: FoundTownship) => {
    if (first && t.township === first.township && t.range === first.range) return 0;
    return pointsIn(t.geom, 8).some((p) => county.some((ring) => isInRing(p, ring))) ? 1 : 2;
  };
  const north = (t: FoundTownship) => boxOf(outerRings(t.geom).flat());
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
        const state = await draftState(ctx, draft);
        const [meridian] = await ctx.read
          .select({ code: plssMeridian.code })
          .from(plssMeridian)
          .where(eq(plssMeridian.code, input.plss_meridian_code));
        const ofState = meridianCodes(state?.stusps ?? "").includes(meridian?.code ?? "");
        if (!parseTownship(input.township) || !parseRange(input.range) || !ofState)
          throw invalid({ township: [NAME_OF_TOWNSHIP] });
        return {
          ...draft,
          township: input.township,
          range: input.range,
          section: input.section ?? draft.section,
          ...(state && asksMeridian(state.stusps) ? { plss_meridian_code: input.plss_meridian_code } : {}),
        };
      },
    }),
});
