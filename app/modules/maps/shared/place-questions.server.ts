import { z } from "zod";
import type { Read } from "#db/client.server";
import { usState } from "#db/schema";
import { formatCoordinates } from "~/lib/geo/coordinates";
import { isPointInBox, type Point } from "~/lib/geo/geo";
import type { JobLocation } from "~/lib/geo/location";
import { AppError, invalid } from "~/web/refusal";
import { readLocationWarnings } from "./location-editor.server";

/** Field that confirms an unlikely place. */
export const saveAnywayField = z
  .boolean()
  .optional()
  .describe(
    "true saves what was asked about: a place far from its county, outside the United States, or at 0, 0.",
  );

type State = typeof usState.$inferSelect;
const isInStates = (states: readonly State[], place: Point) =>
  states.some((state) => isPointInBox(place, state));

/** Maximum distance in degrees from 0, 0 at which coordinates count as an empty value instead of a place. */
const NOWHERE = 0.01;

function outsideQuestion(states: readonly State[], place: Point): string | null {
  const { latitude, longitude } = place;
  if (Math.abs(latitude) < NOWHERE && Math.abs(longitude) < NOWHERE)
    return "0, 0 is in the ocean near Africa. Check the coordinates.";
  if (isInStates(states, place)) return null;
  const likely: [string, Point][] = [
    ["The longitude may lack its minus sign", { latitude, longitude: -longitude }],
    ["Latitude and longitude may be swapped", { latitude: longitude, longitude: latitude }],
    [
      "Latitude and longitude may be swapped, without the minus sign",
      { latitude: longitude, longitude: -latitude },
    ],
    ["The minus sign may be at the wrong number", { latitude: -latitude, longitude: -longitude }],
  ];
  const [why, meant] = likely.find(([, point]) => isInStates(states, point)) ?? [];
  const hint = why && meant ? `${why}: ${formatCoordinates(meant)}?` : "Check the coordinates.";
  return `${formatCoordinates(place)} is outside the United States. ${hint}`;
}

/**
 * Return the questions to answer before a place is saved: about empty or impossible coordinates, and about a place far
 * from its county, if the county is known. Every form and API call that sets a place checks them
 * (`requirePlausiblePlace`).
 */
export async function readPlaceQuestions(
  read: Read,
  location: JobLocation,
  countyId: number | null = null,
): Promise<string[]> {
  const { latitude, longitude } = location;
  if (latitude === null || longitude === null) return [];
  const outside = outsideQuestion(await read.select().from(usState), { latitude, longitude });
  if (outside) return [outside];
  return countyId === null ? [] : readLocationWarnings(read, countyId, location);
}

/** Convert a pin to a location. */
export const toPinLocation = ({ latitude, longitude }: Point): JobLocation => ({
  latitude,
  longitude,
  geom: null,
});

type Check = {
  place: JobLocation;
  county_id?: number | null;
  save_anyway: boolean | undefined;
  /** Form field values for a place that was read from a file. */
  values?: Record<string, string>;
};

/**
 * Refuse an unlikely place until it is confirmed. A user confirms with "Save anyway"; a program sends `save_anyway:
 * true` after a 422 that names this field.
 */
export async function requirePlausiblePlace(
  read: Read,
  { place, county_id, save_anyway, values }: Check,
): Promise<void> {
  if (save_anyway) return;
  const questions = await readPlaceQuestions(read, place, county_id ?? null);
  if (questions.length === 0) return;
  const { kind, message, facts } = invalid({ save_anyway: questions });
  throw new AppError(kind, message, { ...facts, values });
}
