import { readPlaceCookie } from "~/web/context.server";

/** Return a user's position, as their browser reported it within the last hour, as a place that has weather. */
export function getPersonPlace(request: Request, zone: string) {
  const place = readPlaceCookie(request);
  return place && { name: "Where you are", ...place, zone };
}
