import "~/styles/maps.css";
import { type MouseEvent, useState } from "react";
import type { Point } from "~/domain/geo/geo";
import { MAP_PIXELS, NEAR_ENOUGH, pinName, pixelOf, pointAt, viewText, zoomedView } from "~/domain/geo/view";
import type { PlaceDrawing } from "./map.server";

/** A one-pixel picture that can't be seen: the click target that covers the drawing. */
const CLEAR = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** From this zoom on, a click is off by at most a few hundred feet. */
const CLOSE = 12;

/** The server-drawn map: counties, lines of latitude and longitude, marks, the pin. */
export function PlaceMap({
  drawing,
  pin,
  label,
}: {
  drawing: PlaceDrawing;
  pin?: Point | null;
  label: string;
}) {
  const at = pin ? pixelOf(pin, drawing.view) : null;
  return (
    <svg
      className="map"
      viewBox={`0 0 ${MAP_PIXELS} ${MAP_PIXELS}`}
      width={MAP_PIXELS}
      height={MAP_PIXELS}
      role="img"
      aria-label={label}
    >
      <path className="area" d={drawing.counties} />
      <path className="grid" d={drawing.grid.lines} />
      {drawing.grid.labels.map(({ text, x, y }) => (
        <text key={`${x} ${y}`} className="degrees" x={x} y={y}>
          {text}
        </text>
      ))}
      {drawing.names.map(({ name, x, y }) => (
        <text key={`${x} ${y}`} className="county" x={x} y={y}>
          {name}
        </text>
      ))}
      {drawing.marks.map(({ name, at: [x, y], here, number }, i) => (
        <g key={`${name} ${String(i)}`}>
          <circle className={here ? "pin" : "mark"} cx={x} cy={y} r={number ? 9 : 5} />
          {number ? (
            <text className="number" x={x} y={y + 4}>
              {number}
            </text>
          ) : null}
        </g>
      ))}
      {at ? <path className="pin" d={`M${at[0]},${at[1]}l-7,-14a8,8 0 1 1 14,0z`} /> : null}
    </svg>
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
    <div className="pick">
      <PlaceMap drawing={drawing} pin={pin} label="Nearby places" />
      <input
        type="image"
        name={pinName(drawing.view)}
        src={CLEAR}
        width={MAP_PIXELS}
        height={MAP_PIXELS}
        alt={label}
        formMethod="get"
        formNoValidate
        onClick={onClick}
      />
    </div>
  );
}

/**
 * The map to click, with latitude and longitude to type. Part of a form: a click sends what is typed so far to the
 * same page, which shows the place nearer; where it is near enough and there is a script, the fields are filled here.
 */
export function PinFields({
  drawing,
  pin,
  errors,
  label,
}: {
  drawing: PlaceDrawing;
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
      <p className="hint" id="pin-hint">
        Click the map to zoom in. The last click sets the place. Or type the coordinates.
      </p>
      <PinMap drawing={drawing} pin={place} label="Set the pin on the map" onClick={click} />
      <div className="row">
        <Look to={viewText(zoomedView(view, 2, place))}>Nearer</Look>
        <Look to={viewText(zoomedView(view, -2, place))}>Farther</Look>
        <Look>Show typed place</Look>
      </div>
      {place && view.zoom < CLOSE ? (
        <p className="amber small" role="status">
          From this far out, a click can be miles off. Choose Nearer and check the pin before you continue.
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

function Look({ to, children }: { to?: string; children: string }) {
  return (
    <button
      type="submit"
      className="button"
      formMethod="get"
      formNoValidate
      {...(to ? { name: "look", value: to } : {})}
    >
      {children}
    </button>
  );
}

function placeOf(typed: { latitude: string; longitude: string }): Point | null {
  const read = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));
  const [latitude, longitude] = [read(typed.latitude), read(typed.longitude)];
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
