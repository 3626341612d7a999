import { eq } from "drizzle-orm";
import { company, usState } from "#db/schema";
import { findTownsByName } from "~/lib/basemap/towns.server";
import { getBoxCenter, type Point } from "~/lib/geo/geo";
import { fitView, START_VIEW, type View } from "~/lib/geo/view";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";

/** Zoom levels for a town with its surroundings, and for the middle of a state with its counties. */
const ABOUT = 9;
const COUNTIES = 6;

type Home = Pick<Ctx<CompanyActor>, "read"> & { actor: { company: { id: number } } };

async function companyHome({ read, actor }: Home) {
  const [home] = await read
    .select({ city: company.city, state: usState })
    .from(company)
    .innerJoin(usState, eq(usState.id, company.us_state_id))
    .where(eq(company.id, actor.company.id));
  if (!home) return null;
  const where = { state_ids: [home.state.id], near: null };
  const [town] = home.city ? await findTownsByName(home.city, where, 1) : [];
  return { state: home.state, town: town ?? null };
}

/** Return the town of the acting company, else the middle of its state; null if the company has neither. */
export async function readCompanyPoint(ctx: Home): Promise<Point | null> {
  const home = await companyHome(ctx);
  return home && (home.town ?? getBoxCenter(home.state));
}

/** Return a view of the acting company's whole state, else of the country. */
export async function readCompanyStateView(ctx: Home): Promise<View> {
  const home = await companyHome(ctx);
  return home ? stateView(home.state) : START_VIEW;
}

/**
 * Return the initial view of a map for picking a place: the location that the browser reported within the hour, else
 * the company's town, else its state, else the country.
 */
export async function readCompanyStartView(ctx: Home & Pick<Ctx, "said">): Promise<View> {
  const point = ctx.said();
  if (point) return { ...point, zoom: ABOUT };
  const home = await companyHome(ctx);
  if (!home) return START_VIEW;
  const { latitude, longitude } = home.town ?? {};
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude, zoom: ABOUT };
  return { ...stateView(home.state), zoom: COUNTIES };
}

function stateView({
  min_latitude,
  max_latitude,
  min_longitude,
  max_longitude,
}: typeof usState.$inferSelect): View {
  const corners = [
    { latitude: min_latitude, longitude: min_longitude },
    { latitude: max_latitude, longitude: max_longitude },
  ];
  return fitView(corners) ?? START_VIEW;
}
