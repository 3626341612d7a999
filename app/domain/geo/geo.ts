export type Point = { latitude: number; longitude: number };

const EARTH_RADIUS_MILES = 3958.7613;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in statute miles. */
export function milesBetween(a: Point, b: Point): number {
  const dLat = radians(b.latitude - a.latitude);
  const dLon = radians(b.longitude - a.longitude);
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(h));
}

/** Road miles where no directions service is set: the great circle times 1.3, to a tenth (decisions, section 7). */
export const estimatedRoadMiles = (a: Point, b: Point): number => Math.round(milesBetween(a, b) * 13) / 10;
