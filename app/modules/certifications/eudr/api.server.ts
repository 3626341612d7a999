import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { exportEudr } from "./data/eudr.server";

export const about: ApiSection = "Jobs";

/** API call for the file required by the EU deforestation regulation. */
export const calls: ApiCalls = {
  "GET /api/jobs/{id}/eudr": {
    summary:
      "Read a job as a GeoJSON file for the EU deforestation regulation, with the problems a buyer would find",
    procedure: exportEudr,
  },
};
