import { useEffect, useRef, useState } from "react";
import {
  type Attribution,
  createPositionPorts,
  getCachedPosition,
  storePosition,
} from "~/lib/geo/device-position";
import type { Point } from "~/lib/geo/geo";
import { formatView } from "~/lib/geo/view";
import {
  ALL_METHODS_FAILED_MESSAGE,
  ALLOW_LOCATION_MESSAGE,
  type Coordinates,
  type DevicePosition,
  GEOLOCATION_ERROR_MESSAGE,
  getLastPosition,
  locateDevice,
} from "~/lib/geo/whereabouts";
import { PICK_MAP_ANCHOR } from "../rules/enter";

/** Zoom levels for an exact position, and for an approximate position such as a town or state. */
const NEAR = 14;
const ABOUT = 9;
const isExact = ({ accuracy }: Coordinates) => accuracy < 5_000;

/**
 * Button in a form around a map that finds the user's position; nothing is requested before the button is pressed.
 * `onFound` pins an exact device position; an approximate position only moves the map. Typed fields keep their values.
 */
export function MyLocationButton({ onFound, isGet }: { onFound: (place: Point) => void; isGet?: boolean }) {
  const [isThere, setThere] = useState(false);
  const [words, setWords] = useState("");
  const [last, setLast] = useState<DevicePosition | null>(null);
  const [thanks, setThanks] = useState<Attribution | null>(null);
  const [isBusy, setBusy] = useState(false);
  const look = useRef<HTMLButtonElement>(null);
  useEffect(() => setThere(true), []);
  if (!isThere) return null;
  function show(place: DevicePosition) {
    const button = look.current;
    if (!button) return;
    if (isExact(place)) onFound(place);
    button.value = formatView({ ...place, zoom: isExact(place) ? NEAR : ABOUT });
    // Wait until the fields contain the position.
    setTimeout(() => button.click());
  }
  async function find() {
    setBusy(true);
    setLast(null);
    const devicePosition = await locateDevice(createPositionPorts(setThanks), setWords);
    setBusy(false);
    // Store an exact device position, which the weather and pages without JavaScript also use.
    if (devicePosition && isExact(devicePosition)) storePosition(devicePosition);
    // An approximate position is shown only when the user presses a button, so that the user can read its message
    // first.
    if (devicePosition && isExact(devicePosition)) show(devicePosition);
    else setLast(devicePosition ?? getLastPosition(getCachedPosition(), Date.now()));
  }
  return (
    <div className="stack">
      <div>
        <button type="button" className="button" onClick={find} disabled={isBusy} id="my-location">
          Use my location
        </button>
        <button
          ref={look}
          type="submit"
          name="look"
          hidden
          formNoValidate
          formAction={`#${PICK_MAP_ANCHOR}`}
          {...(isGet ? { formMethod: "get" as const } : {})}
        >
          Look there
        </button>
      </div>
      <div role="status" className="small">
        {words ? (
          <>
            {words === ALL_METHODS_FAILED_MESSAGE ? (
              <strong className="block">{GEOLOCATION_ERROR_MESSAGE}</strong>
            ) : null}{" "}
            {words}{" "}
            {words.includes("denied") || words === ALL_METHODS_FAILED_MESSAGE ? ALLOW_LOCATION_MESSAGE : ""}
          </>
        ) : null}
      </div>
      {last ? (
        <p>
          <button type="button" className="button" onClick={() => show(last)}>
            {isExact(last) ? "Use the last known place" : "Look around there"}
          </button>{" "}
          {thanks ? (
            <a href={thanks.href} className="small">
              {thanks.text}
            </a>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
