import { getMileage } from "~/core/miles/mileage.server";
import type { About, ApiCalls } from "~/web/rest-call";

export const about: About = "Maps and mileage";

/** Calls about road miles. */
export const calls: ApiCalls = {
  "GET /api/mileage": {
    summary: "Read the road miles between two places: from and to, each latitude,longitude",
    procedure: getMileage,
  },
};
