import { env } from "~/web/env.server";

/** Sources of aerial pictures for the interactive map: Mapbox if a token is set, USGS if it is switched on. */
export type AerialPhotoSources = { token: string | null; usgs: boolean };

/** Read the sources from the environment. If none is set, no request goes to a third party. */
export const getPhotoSources = (): AerialPhotoSources => ({
  token: env().MAPBOX_TOKEN ?? null,
  usgs: env().IMAGERY === "usgs",
});
