import "~/styles/maps.css";
import { MAP_SIZE, pinName, viewText } from "~/domain/geo/view";
import { EDITOR_ACTS } from "./editor-acts";
import { MapButton, MapMoves } from "./map-moves";
import { MapPicture } from "./map-svg";
import type { MapDrawing } from "./scene";

/** A one-pixel transparent picture: the click target that covers the drawing. */
export const CLEAR = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/**
 * The server's drawing as a field of the form around it: a click on it is sent with all that is typed (`actIn`). `does`
 * says in words what a click does.
 */
export function PickMap({ drawing, label, does }: { drawing: MapDrawing; label: string; does: string }) {
  const { view } = drawing;
  return (
    <div className="stack">
      {/* Enter in a field means the form's own button; without this it would mean the map. */}
      <button type="submit" hidden>
        Send
      </button>
      <input type="hidden" name="view" value={viewText(view)} />
      <div className="pick">
        <div>
          <MapPicture drawing={drawing} label={label} />
          <input
            type="image"
            name={pinName(view)}
            src={CLEAR}
            width={MAP_SIZE.width}
            height={MAP_SIZE.height}
            alt={does}
            formNoValidate
          />
        </div>
      </div>
      <div className="row">
        <MapMoves view={view} />
        <MapButton name="act" value="show">
          {EDITOR_ACTS.show}
        </MapButton>
      </div>
    </div>
  );
}
