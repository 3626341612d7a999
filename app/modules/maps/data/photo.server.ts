import { env } from "~/web/env.server";

/** Sources of aerial pictures for the interactive map: Mapbox by a token, USGS if it is switched on. */
export type Photo = { token: string | null; usgs: boolean };

/** Read from the environment; with neither set, no third party is requested. */
export const getPhotoLayer = (): Photo => ({
  token: env().MAPBOX_TOKEN ?? null,
  usgs: env().IMAGERY === "usgs",
});
