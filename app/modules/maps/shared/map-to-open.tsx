import "~/styles/island.css";
import type { FeatureCollection } from "geojson";
import type { AerialPhotoSources } from "../data/photo.server";

declare global {
  interface ImportMetaEnv {
    /** Set by the build (`vite.plugins.ts`). */
    readonly ISLAND?: { script: string; styles: string[] };
  }
}

const ISLAND = import.meta.env.ISLAND ?? { script: "/app/modules/maps/ui/island.client.ts", styles: [] };

/** Message for a map that doesn't load; the server's drawing stays. */
export const MAP_LOAD_ERROR = "Error loading maps.";

/**
 * Button that opens a read-only interactive map. A script shows the button if the browser can draw this map
 * (`app/client/map.ts`). Otherwise the server's drawing shows the same content.
 */
export function ReadOnlyMapButton({
  layers,
  sights,
  photo,
}: {
  /** GeoJSON, or its URL. */
  layers: readonly (string | FeatureCollection)[];
  /** URL of the places shown in clusters. */
  sights?: string;
  photo: AerialPhotoSources;
}) {
  return (
    <div className="moving" data-island={JSON.stringify({ ...ISLAND, layers, sights, photo })} hidden>
      <button type="button" className="button">
        Open the map
      </button>
      <p className="error" role="alert" hidden>
        {MAP_LOAD_ERROR}
      </p>
      <div className="island" data-state="closed" hidden />
    </div>
  );
}
