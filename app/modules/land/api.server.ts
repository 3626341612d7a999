import { type ApiCalls, type ApiSection, STATIC_DATA_CACHE_SECONDS } from "~/web/rest-call";
import { getSectionAt, searchTownships } from "./shared/search.server";

export const about: ApiSection = "Maps and mileage";

/** API calls about surveyed land: townships and sections. */
export const calls: ApiCalls = {
  "GET /api/township": {
    summary: "Find townships by box (west,south,east,north), by text (T27N R2W), or of a county",
    procedure: searchTownships,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/township/section": {
    summary: "Read the township, range, section and meridian of a place: at=latitude,longitude",
    procedure: getSectionAt,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
};
