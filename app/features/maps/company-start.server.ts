import { eq } from "drizzle-orm";
import { company, usState } from "#db/schema";
import { townsNamed } from "~/core/ground/towns.server";
import { middleOfBox, type Point } from "~/domain/geo/geo";
import { START, type View, viewOf } from "~/domain/geo/view";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";

/** From where a town is looked at, with the country around it, and the middle of a state, with its counties. */
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
  const [town] = home.city ? await townsNamed(home.city, where, 1) : [];
  return { state: home.state, town: town ?? null };
}

/** The town of the acting company, else the middle of its state; null where it says neither. */
export async function companyPlace(ctx: Home): Promise<Point | null> {
  const home = await companyHome(ctx);
  return home && (home.town ?? middleOfBox(home.state));
}

/** The acting company's state as a whole, else the country. */
export async function companyState(ctx: Home): Promise<View> {
  const home = await companyHome(ctx);
  return home ? stateView(home.state) : START;
}

/**
 * Where a map starts to look that a place is asked for on, while nothing is set: where the browser has said within the hour that
 * it is, else the company's town, its state, the country.
 */
export async function companyStart(ctx: Home & Pick<Ctx, "said">): Promise<View> {
  const said = ctx.said();
  if (said) return { ...said, zoom: ABOUT };
  const home = await companyHome(ctx);
  if (!home) return START;
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
  return viewOf(corners) ?? START;
}
