import "~/styles/maps.css";
import { useState } from "react";
import { formatCoordinates, parseCoordinates } from "~/lib/geo/coordinates";
import type { Point } from "~/lib/geo/geo";
import { formatView, PRECISE_PIN_ZOOM } from "~/lib/geo/view";
import { PICK_MAP_ANCHOR } from "~/modules/maps/rules/enter";
import { FindPlace } from "~/modules/maps/shared/find-place";
import type { PlaceSearch } from "~/modules/maps/shared/find-places.server";
import { MyLocationButton } from "~/modules/maps/shared/my-location";
import { InteractiveMapButton } from "~/modules/maps/shared/open-map";
import { MapPickField, PIN_LABELS } from "~/modules/maps/shared/pick-map";
import type { PlaceDrawing } from "../data/map.server";

/** Zoom level from which a click is off by at most a few hundred feet. */
const CLOSE = 12;

const NO_LAYERS: readonly string[] = [];

/**
 * Clickable map with fields for latitude and longitude, inside a form. A click sends the typed values to the same page,
 * which zooms in; with scripts enabled and the map zoomed in, the browser fills in the fields.
 */
export function PinMapFields({
  drawing,
  finding,
  pin,
  errors,
  label,
}: {
  drawing: PlaceDrawing;
  finding: PlaceSearch;
  pin: { latitude: string; longitude: string };
  errors: { latitude?: string[]; longitude?: string[] };
  label: string;
}) {
  const [typed, setTyped] = useState(pin);
  const place = placeOf(typed);
  const { view } = drawing;
  /** Set the pin at close zoom; farther out the server draws a closer view instead. */
  function set({ latitude, longitude }: Point) {
    if (view.zoom < PRECISE_PIN_ZOOM) return false;
    setTyped({ latitude: String(latitude), longitude: String(longitude) });
    return true;
  }
  function type(text: string) {
    const coordinates = parseCoordinates(text);
    setTyped({
      latitude: coordinates?.latitude.toFixed(6) ?? "",
      longitude: coordinates?.longitude.toFixed(6) ?? "",
    });
  }
  const messages = [...new Set([...(errors.latitude ?? []), ...(errors.longitude ?? [])])];
  const field = (name: "latitude" | "longitude", words: string) => (
    <div className="field">
      <label htmlFor={name}>{words}</label>
      <input
        className="input"
        type="text"
        id={name}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        value={typed[name]}
        onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        aria-invalid={errors[name]?.length ? true : undefined}
        aria-describedby={messages.length ? "pin-hint pin-error" : "pin-hint"}
      />
    </div>
  );
  return (
    <fieldset className="pinning">
      <legend>{label}</legend>
      <FindPlace key={finding.typed} finding={finding} isGet />
      <MyLocationButton
        isGet
        onFound={(point) =>
          setTyped({ latitude: point.latitude.toFixed(6), longitude: point.longitude.toFixed(6) })
        }
      />
      <p className="hint" id="pin-hint">
        {view.zoom < CLOSE
          ? "Click the map to zoom in. The last click sets the place. Or type the coordinates."
          : "Click the map to set the place, or type the coordinates."}
      </p>
      <MapPickField
        key={formatView(view)}
        drawing={drawing}
        label="Nearby places"
        words={PIN_LABELS}
        pin={place}
        isGet
        onPoint={set}
      >
        <button
          type="submit"
          className="button"
          formMethod="get"
          formAction={`#${PICK_MAP_ANCHOR}`}
          formNoValidate
        >
          Show typed place
        </button>
      </MapPickField>
      <InteractiveMapButton
        label="Set the pin on a map that moves"
        layers={NO_LAYERS}
        photo={drawing.photo}
        start={view}
        draws={{ kind: "pin", read: () => (place ? formatCoordinates(place) : ""), write: type }}
      />
      {place && view.zoom < CLOSE ? (
        <p className="amber small" role="status">
          From this far out, a click can be miles off. Zoom in and check the pin before you continue.
        </p>
      ) : null}
      {finding.about ? (
        <p className="small" role="status">
          {finding.about}
        </p>
      ) : null}
      <div className="fields two">
        {field("latitude", "Latitude")}
        {field("longitude", "Longitude")}
      </div>
      {messages.length ? (
        <span className="error" id="pin-error">
          {messages.join(" ")}
        </span>
      ) : null}
    </fieldset>
  );
}

function placeOf(typed: { latitude: string; longitude: string }): Point | null {
  const read = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));
  const [latitude, longitude] = [read(typed.latitude), read(typed.longitude)];
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
