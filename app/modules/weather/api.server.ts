import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { getWeather } from "./shared/weather.server";

export const about: ApiSection = "Weather and fuel";

/** API calls of the weather feature. */
export const calls: ApiCalls = {
  "GET /api/weather": {
    summary:
      "Read the weather of a place: sunrise, sunset, and the hours now and 6, 12, and 18 hours from now",
    procedure: getWeather,
  },
};
