import { and, eq, inArray, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { usCounty, usState } from "#db/schema";
import { readImportedTowns } from "~/lib/basemap/near.server";
import { findNearestTown, findTownsByName, type Town } from "~/lib/basemap/towns.server";
import { getOuterRings } from "~/lib/geo/areas";
import { getCompassDirection, offsetPoint, type PlaceOffset, parsePlaceOffset } from "~/lib/geo/compass";
import { formatCoordinates } from "~/lib/geo/coordinates";
import type { Point } from "~/lib/geo/geo";
import { parsePlace } from "~/lib/geo/place-text";
import { normalizeRoadName } from "~/lib/geo/road-name";
import { fitView, PRECISE_PIN_ZOOM, type View } from "~/lib/geo/view";
import { GRIDS } from "~/lib/land-description/grid";
import { listMeridianCodes } from "~/lib/land-description/meridians";
import { formatLandPart, parseLand } from "~/lib/land-description/parse-land";
import { escapeLike } from "~/lib/text/text";
import { findSectionAt, findTownshipsByName } from "~/modules/land/shared/townships.server";
import { findNearestPointOnRoad } from "../data/find-roads.server";
import { findSectionView } from "../data/find-sections.server";
import { findAddresses, isPossibleAddress } from "./addresses.server";

/** Place found by a typed search, with the view that shows it. */
export type FoundPlace = { name: string; about: string; view: View };

/** Place search in the form around a map: the typed words, and the places found. */
export type PlaceSearch = {
  typed: string;
  places: FoundPlace[] | null;
  /** True while addresses are still being looked up; the next request contains them. */
  isOnItsWay: boolean;
  /** Description of the pin's location. */
  about: string | null;
};

const MAX_ROWS = 8;
const TOWN_ZOOM = 12;

/** Escape the characters that LIKE treats as wildcards. */
const like = (text: string) => `${escapeLike(text)}%`;

/**
 * Find places by name: "Grayling, MI", "Crawford County", "T26N R3W section 14", "2 miles north of Grayling",
 * coordinates. Places nearer to `near` come first.
 */
export async function findPlacesByName(read: Read, typed: string, near: Point | null): Promise<FoundPlace[]> {
  const text = typed.trim();
  const place = parsePlace(text);
  if (place)
    return [
      {
        name: text.startsWith("http") ? formatCoordinates(place) : text,
        about: await describePlace(read, place),
        view: { ...place, zoom: TOWN_ZOOM },
      },
    ];
  const states = await read.select().from(usState);
  const { name, state: last } = stateIn(text, states);
  const land = parseLand(name);
  if (land) return landPlaces(read, land, last, near);
  const away = parsePlaceOffset(name);
  const of = away && stateIn(away.of, states);
  const [wanted, state] = [of?.name ?? name, of?.state ?? last];
  const state_ids = state ? [state.id] : [];
  const [counties, shipped] = await Promise.all([
    away ? [] : countiesNamed(read, wanted, state_ids, near),
    findTownsByName(wanted.replace(/^(city|village|town|township) of /i, ""), { state_ids, near }, MAX_ROWS),
  ]);
  // Search imported towns only if no other place has the name.
  const imported =
    shipped.length || counties.length
      ? []
      : await readImportedTowns(read, normalizeRoadName(wanted), MAX_ROWS);
  const all = [
    ...(/\bcounty$|\bco\.?$/i.test(wanted) ? counties : []),
    ...(await townPlaces(read, shipped, away)),
    ...(await Promise.all(
      imported.map(async (town) => townPlace(read, town, away ? "" : await describePlace(read, town), away)),
    )),
  ];
  const rest = counties.filter((county) => !all.includes(county));
  return [...all, ...rest].slice(0, MAX_ROWS);
}

/** Search results, and whether more results are on their way. */
export type PlaceSearchResults = { places: FoundPlace[]; isOnItsWay: boolean };

/**
 * Find places and, if a token is set, addresses (`findAddresses`). If the text begins with a number, addresses come
 * first; otherwise they are searched only if no place is found.
 */
export async function findPlacesAndAddresses(
  read: Read,
  typed: string,
  near: Point | null,
): Promise<PlaceSearchResults> {
  const places = await findPlacesByName(read, typed, near);
  if (places.length && !isPossibleAddress(typed)) return { places, isOnItsWay: false };
  const { places: addresses, isOnItsWay } = findAddresses(typed, near);
  return { places: [...addresses, ...places].slice(0, MAX_ROWS), isOnItsWay };
}

type State = typeof usState.$inferSelect;

/** Split the state off the end of the typed text: "Grayling, MI", "Grayling Michigan". */
function stateIn(typed: string, states: readonly State[]): { name: string; state: State | null } {
  const text = typed.replace(/\s*,\s*/g, ", ").replace(/\s+/g, " ");
  const lower = text.toLowerCase();
  for (const state of states)
    for (const ending of [`, ${state.stusps}`, ` ${state.stusps}`, `, ${state.name}`, ` ${state.name}`]) {
      // In "Crawford Co", "Co" means county; Colorado needs a comma before it.
      const isName = ending !== " CO" && lower.endsWith(ending.toLowerCase());
      if (isName) return { name: text.slice(0, text.length - ending.length).replace(/,\s*$/, ""), state };
    }
  return { name: text, state: null };
}

async function countiesNamed(
  read: Read,
  text: string,
  stateIds: readonly number[],
  near: Point | null,
): Promise<FoundPlace[]> {
  const name = text.replace(/\s+(county|parish|borough|co\.?)$/i, "");
  if (name.length < 3) return [];
  const rows = await read
    .select({ county: usCounty, stusps: usState.stusps })
    .from(usCounty)
    .innerJoin(usState, eq(usState.id, usCounty.us_state_id))
    .where(
      and(
        sql`${usCounty.name} LIKE ${like(name)} ESCAPE '\\'`,
        stateIds.length ? inArray(usCounty.us_state_id, [...stateIds]) : undefined,
      ),
    )
    .orderBy(sql`length(${usCounty.name})`, usCounty.us_state_id)
    .limit(40);
  const far = ({ county }: (typeof rows)[number]) =>
    near ? Math.hypot(county.min_latitude - near.latitude, county.min_longitude - near.longitude) : 0;
  const byNearness = rows.toSorted((a, b) => a.county.name.length - b.county.name.length || far(a) - far(b));
  return byNearness.slice(0, MAX_ROWS).flatMap(({ county, stusps }) => {
    const view = fitView([
      { latitude: county.min_latitude, longitude: county.min_longitude },
      { latitude: county.max_latitude, longitude: county.max_longitude },
    ]);
    return view ? [{ name: countyName(county.name, stusps), about: stusps, view }] : [];
  });
}

/**
 * Format a county's full name as used in its state; names in Alaska, which are boroughs, areas and cities, stay
 * unchanged.
 */
const countyName = (name: string, stusps: string) =>
  stusps === "AK" ? name : `${name} ${stusps === "LA" ? "Parish" : "County"}`;

/** Return the county and state of each town. */
async function homesOf(read: Read, towns: readonly Town[]): Promise<Map<number, string>> {
  const ids = [...new Set(towns.map((town) => town.us_county_id))];
  const rows = ids.length
    ? await read
        .select({ id: usCounty.id, name: usCounty.name, stusps: usState.stusps })
        .from(usCounty)
        .innerJoin(usState, eq(usState.id, usCounty.us_state_id))
        .where(inArray(usCounty.id, ids))
    : [];
  return new Map(rows.map(({ id, name, stusps }) => [id, `${countyName(name, stusps)}, ${stusps}`]));
}

async function townPlaces(
  read: Read,
  towns: readonly Town[],
  away: PlaceOffset | null,
): Promise<FoundPlace[]> {
  const homes = await homesOf(read, towns);
  return Promise.all(towns.map((town) => townPlace(read, town, homes.get(town.us_county_id) ?? "", away)));
}

/** Return a town, or the place at a distance from the town, on the named road. */
async function townPlace(
  read: Read,
  town: Point & { name: string },
  about: string,
  away: PlaceOffset | null,
): Promise<FoundPlace> {
  if (!away) return { name: town.name, about, view: lookAt(town, TOWN_ZOOM) };
  const there = offsetPoint(town, away.miles, away.to);
  const name = `${milesWord(away.miles)} ${away.to} of ${town.name}`;
  if (!away.road) return { name, about, view: lookAt(there, TOWN_ZOOM) };
  const road = await findNearestPointOnRoad(read, there, away.road);
  return road
    ? { name: `${name} on ${road.name}`, about, view: lookAt(road.at, PRECISE_PIN_ZOOM) }
    : {
        name,
        about: [about, "that road isn't on our map"].filter(Boolean).join("; "),
        view: lookAt(there, TOWN_ZOOM),
      };
}

const lookAt = ({ latitude, longitude }: Point, zoom: number): View => ({ latitude, longitude, zoom });

const milesWord = (miles: number) => `${miles} ${miles === 1 ? "mile" : "miles"}`;

type Land = NonNullable<ReturnType<typeof parseLand>>;

/**
 * Find a township, or a section of it, on every meridian that has a township of that name; the nearest township comes
 * first.
 */
async function landPlaces(
  read: Read,
  land: Land,
  state: State | null,
  near: Point | null,
): Promise<FoundPlace[]> {
  const meridians = state
    ? listMeridianCodes(state.stusps)
    : [...new Set(GRIDS.map((grid) => grid.meridian))];
  const townships = await findTownshipsByName(read, land, { us_state_id: state?.id, meridians });
  const places = await Promise.all(
    townships.map(async (township): Promise<(FoundPlace & { far: number }) | null> => {
      const view = land.section
        ? await findSectionView(read, township, land.section, land.aliquots)
        : fitView(getOuterRings(township.geom).flat());
      if (!view) return null;
      const far = near ? Math.hypot(view.latitude - near.latitude, view.longitude - near.longitude) : 0;
      const part = formatLandPart(land);
      const name = [
        part ? `${part},` : "",
        land.section ? `Section ${land.section},` : "",
        township.township,
        township.range,
      ];
      return {
        name: name.filter(Boolean).join(" "),
        about: [await describePlace(read, view), township.is_approximate ? "approximate" : ""]
          .filter(Boolean)
          .join(", "),
        view,
        far,
      };
    }),
  );
  return places
    .filter((place) => place !== null)
    .sort((a, b) => a.far - b.far)
    .slice(0, MAX_ROWS)
    .map(({ far: _far, ...place }) => place);
}

/** Describe a place by its nearest town: "2.1 miles N of Grayling, Crawford County, MI". */
export async function describePlace(read: Read, place: Point): Promise<string> {
  const near = await findNearestTown(place);
  if (!near) return "";
  const homes = await homesOf(read, [near.town]);
  const home = [near.town.name, homes.get(near.town.us_county_id)].filter(Boolean).join(", ");
  return near.miles < 0.5
    ? `In ${home}`
    : `${near.miles.toFixed(1)} miles ${getCompassDirection(near.town, place)} of ${home}`;
}

/** Describe a place by its nearest town, township and section, for the form in which the place is chosen. */
export async function readPlaceNote(read: Read, place: Point | null): Promise<string | null> {
  if (!place) return null;
  const [words, land] = await Promise.all([describePlace(read, place), findSectionAt(read, place)]);
  const section = land
    ? `${[land.section ? `section ${land.section}` : "", land.township, land.range].filter(Boolean).join(" ")}${land.is_approximate ? " (approximate)" : ""}`
    : "";
  return [words, section].filter(Boolean).join("; ") || null;
}
