import "~/styles/island.css";
import type { FeatureCollection } from "geojson";
import type { Photo } from "../data/photo.server";

declare global {
  interface ImportMetaEnv {
    /** The build says it (`vite.plugins.ts`). */
    readonly ISLAND?: { script: string; styles: string[] };
  }
}

const ISLAND = import.meta.env.ISLAND ?? { script: "/app/modules/maps/ui/island.client.ts", styles: [] };

/** Message for a map that doesn't load; the server's drawing stays. */
export const NO_MAPS = "Error loading maps.";

/**
 * Button that opens a read-only interactive map; a behavior shows it if the browser can draw such a map
 * (`app/client/map.ts`). Without one the server's drawing shows the same.
 */
export function MapToOpen({
  layers,
  sights,
  photo,
}: {
  /** GeoJSON, or its address. */
  layers: readonly (string | FeatureCollection)[];
  /** Address of the places shown in clusters. */
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
