import { env } from "~/web/env.server";

/** Where pictures of the land come from on the map that can be moved: Mapbox by a token, USGS where it is switched on. */
export type Photo = { token: string | null; usgs: boolean };

/** As the environment says; with neither nobody else is asked for anything. */
export const getPhotoLayer = (): Photo => ({
  token: env().MAPBOX_TOKEN ?? null,
  usgs: env().IMAGERY === "usgs",
});
