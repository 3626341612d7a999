import "~/styles/island.css";
import type { FeatureCollection } from "geojson";
import type { Photo } from "./photo.server";

declare global {
  interface ImportMetaEnv {
    /** The build says it (`vite.plugins.ts`). */
    readonly ISLAND?: { script: string; styles: string[] };
  }
}

const ISLAND = import.meta.env.ISLAND ?? { script: "/app/features/maps/island.client.ts", styles: [] };

/** The spec's word for a map that does not come (spec 1, section 8); what the server drew stays. */
export const NO_MAPS = "Error loading maps.";

/**
 * The button that brings the map that moves, to be looked at; a behavior shows it where the browser can draw such a map
 * (`app/client/map.ts`). Without one the server's drawing shows the same.
 */
export function MapToOpen({
  layers,
  sights,
  photo,
}: {
  /** GeoJSON: its address, or itself. */
  layers: readonly (string | FeatureCollection)[];
  /** The address of what is shown in clusters. */
  sights?: string;
  photo: Photo;
}) {
  return (
    <div className="moving" data-island={JSON.stringify({ ...ISLAND, layers, sights, photo })} hidden>
      <button type="button" className="button">
        Open the map
      </button>
      <p className="error" role="alert" hidden>
        {NO_MAPS}
      </p>
      <div className="island" data-state="closed" hidden />
    </div>
  );
}
