import "~/styles/maps.css";
import { formatCoordinates } from "~/lib/geo/coordinates";
import type { Point } from "~/lib/geo/geo";
import { PRECISE_PIN_ZOOM } from "~/lib/geo/view";
import { Notice } from "~/ui/parts";
import { EDITOR_ACTIONS, MIN_DRAW_ZOOM } from "../rules/editor-acts";
import { DefaultSubmitButton, FindPlace } from "./find-place";
import type { LocationEditorData } from "./location-editor.server";
import { MapButton } from "./map-moves";
import { MyLocationButton } from "./my-location";
import { InteractiveMapButton } from "./open-map";
import { PIN_LABELS, PickMap, POINT_LABELS } from "./pick-map";

/*
 * Location editor: a pin or areas inside a page's own `<form method="post">`, with and without script. The page's
 * loader calls `readLocationEditor`. The page's action calls `applyEditorForm`: if an editor is returned, the form came
 * from a click or a button of the editor, and the page is shown again; otherwise the form is to be saved.
 *
 * The page's procedure adds `locationEditorFields` (location-input.ts) to its input and calls `parseLocation`, which
 * returns a `JobLocation` or messages by field (`coordinates`, `areas`). The page chooses the method: the editor shows
 * a pin for `pin`, areas for `draw` and `import`, and stores the method in `location_method`. Read an uploaded file of
 * areas with `readUploadedAreas`. In loaders, the procedure `getLocationEditor` (location-calls.server.ts) returns the
 * editor for any signed-in person.
 */

type Errors = { coordinates?: string[] | null; areas?: string[] | null };

export function LocationEditor({
  editor,
  errors: sent = {},
}: {
  editor: LocationEditorData;
  errors?: Errors;
}) {
  const { fields, drawing, county, areas, warnings, wrong, finding } = editor;
  const errors = { coordinates: sent.coordinates ?? wrong.coordinates, areas: sent.areas ?? wrong.areas };
  const isPin = fields.method === "pin";
  return (
    <fieldset className="locating">
      <legend>{isPin ? "The pin" : "The areas"}</legend>
      <DefaultSubmitButton finding={finding} />
      <input type="hidden" name="location_method" value={fields.method} />
      {fields.geom ? <input type="hidden" name="geom" value={fields.geom} /> : null}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn" title={warning} />
      ))}
      <InteractiveMapButton
        label="Draw on map"
        layers={county ? [`/api/map/county/${county.id}`] : []}
        photo={drawing.photo}
        start={drawing.view}
        draws={isPin ? { kind: "pin", field: "coordinates" } : { kind: "areas", field: "areas" }}
      />
      <FindPlace key={finding.typed} finding={finding} />
      {isPin ? <MyLocationButton onFound={typeIn} /> : null}
      <div className="beside">
        <div className="stack">
          <PickMap
            drawing={drawing}
            label={county ? `Map of ${county.name}` : "Map"}
            words={isPin ? PIN_LABELS : POINT_LABELS}
          />
        </div>
        <div className="stack">
          <p className="hint" id="map-hint">
            {hintOf(isPin, drawing.view.zoom)}
          </p>
          {finding.about ? (
            <p className="small" role="status">
              {finding.about}
            </p>
          ) : null}
          {isPin ? (
            <Coordinates key={fields.coordinates} editor={editor} errors={errors.coordinates} />
          ) : null}
          {isPin ? null : (
            <>
              <div className="row">
                {(["undo", "close", "new", "delete"] as const).map((act) => (
                  <MapButton key={act} name="act" value={act}>
                    {EDITOR_ACTIONS[act]}
                  </MapButton>
                ))}
              </div>
              {areas.length ? (
                <ol className="sizes">
                  {areas.map(({ points, acres }, i) => (
                    // Areas have no names, so they are identified by number.
                    <li key={String(i)}>
                      {points} {points === 1 ? "point" : "points"}
                      {acres ? `, ${acres}` : ""}
                    </li>
                  ))}
                </ol>
              ) : null}
              <Areas key={fields.areas} editor={editor} errors={errors.areas} />
            </>
          )}
        </div>
      </div>
    </fieldset>
  );
}

/** Write a place into the field as if the user had typed it, so that draft saving notices the change. */
function typeIn(place: Point) {
  const field = document.getElementById("coordinates");
  if (!(field instanceof HTMLInputElement)) return;
  field.value = formatCoordinates(place);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function hintOf(isPin: boolean, zoom: number): string {
  if (isPin)
    return zoom < PRECISE_PIN_ZOOM
      ? "Click the map to zoom in. The last click sets the place. Or type the coordinates."
      : "Click the map to set the pin, or type the coordinates.";
  return zoom < MIN_DRAW_ZOOM
    ? "Click the map to zoom in. Then each click adds a point. Or type the corners, one per line."
    : "Each click adds a point. Click the first one to close the area. Or type the corners, one per line.";
}

type Part = { editor: LocationEditorData; errors?: string[] | null };

const describedBy = (id: string, errors?: string[] | null) =>
  errors?.length ? `${id}-hint ${id}-error` : `${id}-hint`;

function Wrong({ id, errors }: { id: string; errors?: string[] | null }) {
  return errors?.length ? (
    <span className="error" id={`${id}-error`}>
      {errors.join(" ")}
    </span>
  ) : null;
}

function Coordinates({ editor, errors }: Part) {
  return (
    <div className="field">
      <label htmlFor="coordinates">Coordinates</label>{" "}
      <span className="hint" id="coordinates-hint">
        Latitude and longitude, like 44.6614, -84.7148 or 44°39'41"N 84°42'53"W
      </span>
      <input
        className="input"
        type="text"
        id="coordinates"
        name="coordinates"
        autoComplete="off"
        maxLength={600}
        defaultValue={editor.fields.coordinates}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy("coordinates", errors)}
      />
      <Wrong id="coordinates" errors={errors} />
    </div>
  );
}

function Areas({ editor, errors }: Part) {
  return (
    <div className="field">
      <label htmlFor="areas">Corners</label>{" "}
      <span className="hint" id="areas-hint">
        Latitude and longitude of each corner, one per line, with a blank line between areas
      </span>
      <textarea
        className="input"
        id="areas"
        name="areas"
        rows={8}
        maxLength={40_000}
        spellCheck={false}
        defaultValue={editor.fields.areas}
        aria-invalid={errors?.length ? true : undefined}
        aria-describedby={describedBy("areas", errors)}
      />
      <Wrong id="areas" errors={errors} />
    </div>
  );
}
