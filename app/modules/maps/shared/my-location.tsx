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
  ALL_METHODS_FAILED,
  ALLOW_LOCATION,
  type Coordinates,
  type DevicePosition,
  GEOLOCATION_ERROR,
  getLastPosition,
  locateDevice,
} from "~/lib/geo/whereabouts";
import { PICK_MAP_FORM } from "../rules/enter";

/** Zoom for an exact place, and for a town or a state. */
const NEAR = 14;
const ABOUT = 9;
const isExact = ({ accuracy }: Coordinates) => accuracy < 5_000;

/**
 * Button that finds the user's position, for a form around a map; nothing is requested before it is pressed. A device's
 * exact position is pinned by `onFound`; an approximate one just moves the map there. The fields to type stay.
 */
export function MyLocation({ onFound, isGet }: { onFound: (place: Point) => void; isGet?: boolean }) {
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
    // Wait until the fields hold the place.
    setTimeout(() => button.click());
  }
  async function find() {
    setBusy(true);
    setLast(null);
    const devicePosition = await locateDevice(createPositionPorts(setThanks), setWords);
    setBusy(false);
    // An exact device position also serves the weather, and pages without a script.
    if (devicePosition && isExact(devicePosition)) storePosition(devicePosition);
    // An approximate place is shown only on a press, so that its message can be read.
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
          formAction={`#${PICK_MAP_FORM}`}
          {...(isGet ? { formMethod: "get" as const } : {})}
        >
          Look there
        </button>
      </div>
      <div role="status" className="small">
        {words ? (
          <>
            {words === ALL_METHODS_FAILED ? <strong className="block">{GEOLOCATION_ERROR}</strong> : null}{" "}
            {words} {words.includes("denied") || words === ALL_METHODS_FAILED ? ALLOW_LOCATION : ""}
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
