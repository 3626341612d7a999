import "~/styles/maps.css";
import { type MouseEvent, type ReactNode, useState } from "react";
import type { Point } from "~/domain/geo/geo";
import { MAP_SIZE, NEAR_ENOUGH, pinName, pixelOf, pointAt } from "~/domain/geo/view";
import { FindPlace } from "~/features/maps/find-place";
import { MapMoves } from "~/features/maps/map-moves";
import { MapPicture } from "~/features/maps/map-svg";
import { MyLocation } from "~/features/maps/my-location";
import { CLEAR } from "~/features/maps/pick-map";
import type { Finding, PlaceDrawing } from "./map.server";

/** From this zoom on, a click is off by at most a few hundred feet. */
const CLOSE = 12;

/** The server-drawn map with a pin on it, and what lies over it. */
export function PlaceMap({
  drawing,
  pin,
  label,
  children,
}: {
  drawing: PlaceDrawing;
  pin?: Point | null;
  label: string;
  children?: ReactNode;
}) {
  const at = pin ? pixelOf(pin, drawing.view).map(Math.round) : null;
  return (
    <div className="pick">
      <div>
        <MapPicture drawing={drawing} label={label}>
          {at ? <path className="pin" d={`M${at[0]},${at[1]}l-7,-14a8,8 0 1 1 14,0z`} /> : null}
        </MapPicture>
        {children}
      </div>
    </div>
  );
}

/** The map as an image that a form sends the clicked pixel of. */
export function PinMap({
  drawing,
  pin,
  label,
  onClick,
}: {
  drawing: PlaceDrawing;
  pin?: Point | null;
  label: string;
  onClick?: (event: MouseEvent<HTMLInputElement>) => void;
}) {
  return (
    <PlaceMap drawing={drawing} pin={pin} label="Nearby places">
      <input
        type="image"
        name={pinName(drawing.view)}
        src={CLEAR}
        width={MAP_SIZE.width}
        height={MAP_SIZE.height}
        alt={label}
        formMethod="get"
        formNoValidate
        onClick={onClick}
      />
    </PlaceMap>
  );
}

/**
 * The map to click, with latitude and longitude to type. Part of a form: a click sends what is typed so far to the
 * same page, which shows the place nearer; where it is near enough and there is a script, the fields are filled here.
 */
export function PinFields({
  drawing,
  finding,
  pin,
  errors,
  label,
}: {
  drawing: PlaceDrawing;
  finding: Finding;
  pin: { latitude: string; longitude: string };
  errors: { latitude?: string[]; longitude?: string[] };
  label: string;
}) {
  const [typed, setTyped] = useState(pin);
  const place = placeOf(typed);
  const { view } = drawing;
  function click(event: MouseEvent<HTMLInputElement>) {
    // A keyboard's press has no place of its own, and from afar the next look is the server's to draw.
    if (event.detail === 0 || view.zoom < NEAR_ENOUGH) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const at = pointAt([event.clientX - box.left, event.clientY - box.top], view);
    setTyped({ latitude: String(at.latitude), longitude: String(at.longitude) });
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
      <FindPlace key={finding.typed} typed={finding.typed} places={finding.places} isGet />
      <MyLocation
        isGet
        onFound={(at) => setTyped({ latitude: at.latitude.toFixed(6), longitude: at.longitude.toFixed(6) })}
      />
      <p className="hint" id="pin-hint">
        {view.zoom < CLOSE
          ? "Click the map to zoom in. The last click sets the place. Or type the coordinates."
          : "Click the map to set the place, or type the coordinates."}
      </p>
      <PinMap drawing={drawing} pin={place} label="Set the pin on the map" onClick={click} />
      <div className="row">
        <MapMoves view={view} isGet />
        <button type="submit" className="button" formMethod="get" formNoValidate>
          Show typed place
        </button>
      </div>
      {place && view.zoom < CLOSE ? (
        <p className="amber small" role="status">
          From this far out, a click can be miles off. Choose Nearer and check the pin before you continue.
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
