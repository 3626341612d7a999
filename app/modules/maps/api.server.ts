import { type ApiCalls, type ApiSection, STATIC_DATA_CACHE_SECONDS } from "~/web/rest-call";
import { getGeolocation } from "./data/geolocation.server";
import { getBasemapData } from "./data/ground-layers.server";
import { getCountyLayers } from "./data/layers.server";
import { getLocalMapData } from "./data/near-layers.server";
import { getMapPlaces } from "./data/whole-map.server";
import { getJobLayers } from "./shared/job-map.server";

export const about: ApiSection = "Maps and mileage";

/** API calls about maps and map data. */
export const calls: ApiCalls = {
  "GET /api/geolocation": {
    summary:
      "Read about where the caller is, where a device doesn't say: by the address, else the company's town or state",
    procedure: getGeolocation,
  },
  "GET /api/map": {
    summary:
      "Read what the company sees on the map as GeoJSON: jobs, landings, destinations, locations, loads on the way",
    procedure: getMapPlaces,
    tagged: true,
  },
  "GET /api/map/ground": {
    summary: "Read the ground under every map as GeoJSON: states, neighbors, lakes, rivers, large towns",
    procedure: getBasemapData,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/map/near": {
    summary:
      "Read what lies in a box as GeoJSON: imported roads, waters, towns; townships and sections; by zoom, as a map shows them",
    procedure: getLocalMapData,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/map/county/{county_id}": {
    summary: "Read a county's outline and townships as GeoJSON",
    procedure: getCountyLayers,
    cache: STATIC_DATA_CACHE_SECONDS,
  },
  "GET /api/jobs/{id}/map": {
    summary: "Read a job's land as GeoJSON: county, townships, areas or pin, roads, destinations",
    procedure: getJobLayers,
  },
};
