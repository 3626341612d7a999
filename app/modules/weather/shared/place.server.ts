import { readPositionCookie } from "~/web/context.server";

/** Return the position that a user's browser reported within the last hour, as a place for the weather. */
export function getPersonPlace(request: Request, zone: string) {
  const place = readPositionCookie(request);
  return place && { name: "Where you are", ...place, zone };
}
