import { exportEudr } from "~/features/eudr/eudr.server";
import { getJobLayers } from "~/features/maps/job-map.server";
import { getCountyLayers } from "~/features/maps/layers.server";
import { getMileage } from "~/features/mileage/mileage.server";
import { getSectionAt, searchTownships } from "~/features/plss/search.server";
import * as answers from "./answers-maps";
import type { RestCalls } from "./rest.server";

/** Surveyed land changes so seldom that a client may keep it for ten minutes. */
const TEN_MINUTES = 600;

/** Calls about land: townships and sections, miles, maps, the European regulation's file. */
export const MAP_CALLS = {
  "/api/township": {
    GET: {
      summary: "Find townships by box (west,south,east,north), by text (T27N R2W), or of a county",
      procedure: searchTownships,
      answer: answers.townships,
      cache: TEN_MINUTES,
    },
  },
  "/api/township/section": {
    GET: {
      summary: "Read the township, range, section and meridian of a place: at=latitude,longitude",
      procedure: getSectionAt,
      answer: answers.section,
      cache: TEN_MINUTES,
    },
  },
  "/api/mileage": {
    GET: {
      summary: "Read the road miles between two places: from and to, each latitude,longitude",
      procedure: getMileage,
      answer: answers.mileage,
    },
  },
  "/api/map/county/{county_id}": {
    GET: {
      summary: "Read a county's outline and townships as GeoJSON",
      procedure: getCountyLayers,
      params: ["county_id"],
      answer: answers.mapLayers,
      cache: TEN_MINUTES,
    },
  },
  "/api/jobs/{id}/map": {
    GET: {
      summary: "Read a job's land as GeoJSON: county, townships, areas or pin, roads, destinations",
      procedure: getJobLayers,
      params: ["id"],
      answer: answers.jobLayers,
    },
  },
  "/api/jobs/{id}/eudr": {
    GET: {
      summary:
        "Read a job as a GeoJSON file for the EU deforestation regulation, with the problems a buyer would find",
      procedure: exportEudr,
      params: ["id"],
      answer: answers.eudr,
    },
  },
} as const satisfies Record<string, RestCalls>;
