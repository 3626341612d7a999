import { placeInCookie } from "~/web/context.server";

/** Where a person is, as their browser has said it within the hour, as a place that has weather. */
export function personsPlace(request: Request, zone: string) {
  const place = placeInCookie(request);
  return place && { name: "Where you are", ...place, zone };
}
