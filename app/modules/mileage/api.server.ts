import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { getMileage } from "./shared/mileage.server";

export const about: ApiSection = "Maps and mileage";

/** API calls for road miles. */
export const calls: ApiCalls = {
  "GET /api/mileage": {
    summary: "Read the road miles between two places: from and to, each latitude,longitude",
    procedure: getMileage,
  },
};
