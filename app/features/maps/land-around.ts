import { outerRings } from "~/domain/geo/areas";
import type { Point } from "~/domain/geo/geo";
import { parseGeom } from "~/domain/geo/location";
import type { PlaceMark } from "./scene";

/** Land around a place: outlines, and what stands on it by name. */
export type AroundPlace = { areas: Point[][]; marks: PlaceMark[] };

type JobPlace = { name: string; latitude: number | null; longitude: number | null; geom: string | null };

/** A job's land, for the map that a place on it is asked for on. */
export function landOf({ name, latitude, longitude, geom }: JobPlace): AroundPlace {
  const shape = geom ? parseGeom(geom) : null;
  if (shape) return { areas: outerRings(shape), marks: [] };
  return {
    areas: [],
    marks: latitude === null || longitude === null ? [] : [{ name, latitude, longitude, here: true }],
  };
}
