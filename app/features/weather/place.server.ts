import { cookieValue } from "~/web/context.server";

/** Where a person is, as their browser has said it within the hour; a plain cookie without trust, so it tells nothing of anybody. */
export function personsPlace(request: Request, zone: string) {
  const [, north, east] =
    /^(-?\d{1,2}\.\d{2}),(-?\d{1,3}\.\d{2})$/.exec(cookieValue(request, "tt_place") ?? "") ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  if (!north || !east || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { name: "Where you are", latitude, longitude, zone };
}
