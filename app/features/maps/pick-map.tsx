import "~/styles/maps.css";
import { MAP_PIXELS, pinName, viewText, zoomedView } from "~/domain/geo/view";
import { EDITOR_ACTS } from "./editor-acts";
import { MapSvg } from "./map-svg";
import type { MapDrawing } from "./scene";

/** A one-pixel transparent picture: the click target that covers the drawing. */
const CLEAR = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** A button of the map: it submits its form, and the page comes back with the result. */
export function MapButton({ name, value, children }: { name: string; value: string; children: string }) {
  return (
    <button type="submit" className="button" name={name} value={value} formNoValidate>
      {children}
    </button>
  );
}

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
        <MapSvg drawing={drawing} label={label} />
        <input
          type="image"
          name={pinName(view)}
          src={CLEAR}
          width={MAP_PIXELS}
          height={MAP_PIXELS}
          alt={does}
          formNoValidate
        />
      </div>
      <div className="row">
        <MapButton name="look" value={viewText(zoomedView(view, 2))}>
          Nearer
        </MapButton>
        <MapButton name="look" value={viewText(zoomedView(view, -2))}>
          Farther
        </MapButton>
        <MapButton name="act" value="show">
          {EDITOR_ACTS.show}
        </MapButton>
      </div>
    </div>
  );
}
