import { eq } from "drizzle-orm";
import { z } from "zod";
import { plssMeridian, usCounty } from "#db/schema";
import { boxOfView, mapState, START, viewOf } from "~/domain/geo/view";
import { asksMeridian, hasPlss, meridianCodes } from "~/domain/plss/meridians";
import { parseRange, parseTownship } from "~/domain/plss/plss";
import { drawMap } from "~/features/maps/drawing.server";
import { NO_TOWNSHIP, parseTownshipName } from "~/features/plss/search.server";
import { sectionAt, townshipsIn, townshipsNamed } from "~/features/plss/townships.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { changeDraft, openSetup, stateOf, version } from "./draft.server";

/** So many townships as a list; a map that shows more is looked at from nearer by. */
const MOST_LISTED = 40;
export const NAME_OF_TOWNSHIP = "Write a township and a range, like T27N R2W.";

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
    const state = await stateOf(ctx, kept.draft);
    if (!state || !us_county_id || !us_state_id || !hasPlss(state.stusps)) return null;
    const query = new URLSearchParams(input.query);
    const q = (query.get("q") ?? "").trim().slice(0, 60);
    const { pin, view } = mapState(query, await viewOfCounty(ctx, us_county_id));
    const name = q ? parseTownshipName(q) : null;
    const [drawing, land, found] = await Promise.all([
      drawMap(ctx.read, { view, county_id: us_county_id, pin, areas: [] }),
      pin ? sectionAt(ctx.read, pin) : null,
      q
        ? name
          ? townshipsNamed(ctx.read, name, { us_state_id, meridians: meridianCodes(state.stusps) })
          : []
        : townshipsIn(ctx.read, boxOfView(view), MOST_LISTED + 1),
    ]);
    return {
      version: kept.version + 1,
      q,
      wrong: q !== "" && name === null ? NAME_OF_TOWNSHIP : null,
      none: found.length === 0 && !name && q === "" ? NO_TOWNSHIP : null,
      drawing,
      land,
      more: found.length > MOST_LISTED,
      townships: found.slice(0, MOST_LISTED).map(({ geom: _geom, ...t }) => t),
    };
  },
});

async function viewOfCounty(ctx: Pick<Ctx, "read">, countyId: number) {
  const [county] = await ctx.read.select().from(usCounty).where(eq(usCounty.id, countyId));
  if (!county) return START;
  const { min_latitude, max_latitude, min_longitude, max_longitude } = county;
  return (
    viewOf([
      { latitude: min_latitude, longitude: min_longitude },
      { latitude: max_latitude, longitude: max_longitude },
    ]) ?? START
  );
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
    version,
  }),
  run: (ctx, input) =>
    changeDraft(ctx, {
      section: "overview",
      version: input.version,
      change: async (draft) => {
        const state = await stateOf(ctx, draft);
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
