import type { ApiCalls } from "~/web/rest-call";
import { getMileage } from "./mileage.server";

/** Calls about road miles. */
export const calls: ApiCalls = {
  "GET /api/mileage": {
    summary: "Read the road miles between two places: from and to, each latitude,longitude",
    procedure: getMileage,
  },
};
