import { type About, type ApiCalls, TEN_MINUTES } from "~/web/rest-call";
import { getJobLayers } from "./job-map.server";
import { getCountyLayers } from "./layers.server";

export const about: About = "Maps and mileage";

/** Calls about land as shapes. */
export const calls: ApiCalls = {
  "GET /api/map/county/{county_id}": {
    summary: "Read a county's outline and townships as GeoJSON",
    procedure: getCountyLayers,
    cache: TEN_MINUTES,
  },
  "GET /api/jobs/{id}/map": {
    summary: "Read a job's land as GeoJSON: county, townships, areas or pin, roads, destinations",
    procedure: getJobLayers,
  },
};
