import "~/styles/maps.css";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import type { Point } from "~/lib/geo/geo";
import {
  buildPinFieldName,
  formatView,
  MAP_SIZE,
  MIN_PIN_ZOOM,
  roundPixel,
  toPixel,
  toPoint,
  type View,
} from "~/lib/geo/view";
import { TRANSPARENT_GIF } from "../rules/clear";
import { EDITOR_ACTIONS } from "../rules/editor-acts";
import { PICK_MAP_ANCHOR } from "../rules/enter";
import type { MapDrawing, Pixel } from "../rules/scene";
import { MapButton, MapPanZoomButtons } from "./map-moves";
import { MapPicture } from "./map-svg";

const MIDDLE: Pixel = [MAP_SIZE.width / 2, MAP_SIZE.height / 2];
const ARROWS: Record<string, Pixel> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Distance in pixels that an arrow key moves the crosshair; with Shift the distance is one pixel. */
const STEP = 12;

/** Texts of a map for picking a place: for a click, and for the buttons that need no pointer. */
export type PickMapLabels = { does: string; middle: string; cross: string };
export const PIN_LABELS: PickMapLabels = {
  does: "Set the pin on the map",
  middle: "Pin the middle",
  cross: "Pin the cross",
};
export const POINT_LABELS: PickMapLabels = {
  does: "Add a point on the map",
  middle: "Add the middle",
  cross: "Add the cross",
};

/**
 * The server's map drawing as a form field: a click on the map submits the form. Without a pointer, users move the
 * map's middle to the place, or move a crosshair with arrow keys, and press a button. With JavaScript, `onPoint`
 * receives the place and returns whether it handled the place.
 */
export function MapPickField({
  drawing,
  label,
  words,
  pin,
  isGet,
  onPoint,
  children,
}: {
  drawing: MapDrawing;
  label: string;
  words: PickMapLabels;
  pin?: Point | null;
  isGet?: boolean;
  onPoint?: (at: Point) => boolean;
  /** Extra buttons next to the buttons that move the map. */
  children?: ReactNode;
}) {
  const { view } = drawing;
  const [cross, setCross] = useState<Pixel | null>(null);
  const send = useRef<HTMLButtonElement>(null);
  const target = pin ? roundPixel(toPixel(pin, view)) : null;
  const [x, y] = cross ?? MIDDLE;
  const comesBack = { formAction: `#${PICK_MAP_ANCHOR}`, ...(isGet ? { formMethod: "get" as const } : {}) };
  function click(event: MouseEvent<HTMLInputElement>) {
    // A key press has no position.
    if (event.detail === 0 || !onPoint) return;
    const box = event.currentTarget.getBoundingClientRect();
    if (onPoint(toPoint([event.clientX - box.left, event.clientY - box.top], view))) event.preventDefault();
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const step = event.shiftKey ? 1 : STEP;
      setCross([
        Math.max(0, Math.min(MAP_SIZE.width - 1, x + arrow[0] * step)),
        Math.max(0, Math.min(MAP_SIZE.height - 1, y + arrow[1] * step)),
      ]);
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      send.current?.click();
      event.preventDefault();
    }
  }
  return (
    <div className="stack" id={PICK_MAP_ANCHOR}>
      <div className="pick">
        <div>
          <MapPicture drawing={drawing} label={label}>
            <path className={cross ? "cross set" : "cross"} d={`M${x - 9},${y}h18M${x},${y - 9}v18`} />
            {target ? <path className="pin" d={`M${target[0]},${target[1]}l-7,-14a8,8 0 1 1 14,0z`} /> : null}
          </MapPicture>
          <input
            type="image"
            name={buildPinFieldName(view)}
            src={TRANSPARENT_GIF}
            width={MAP_SIZE.width}
            height={MAP_SIZE.height}
            alt={words.does}
            aria-describedby="map-keys"
            formNoValidate
            {...comesBack}
            onClick={click}
            onKeyDown={press}
          />
        </div>
      </div>
      <span className="sr" id="map-keys">
        Arrow keys move the cross; hold Shift for small steps. Enter picks the spot.
      </span>
      <div className="row">
        <MapPanZoomButtons view={view} isGet={isGet} at={PICK_MAP_ANCHOR} />
        <button
          ref={send}
          type="submit"
          className="button"
          name="pin_at"
          value={spotText(toPoint([x, y], view), view)}
          formNoValidate
          {...comesBack}
          hidden={view.zoom < MIN_PIN_ZOOM && cross === null}
          onClick={(event) => {
            if (onPoint?.(toPoint([x, y], view))) event.preventDefault();
          }}
        >
          {view.zoom < MIN_PIN_ZOOM ? "Zoom in at the cross" : cross ? words.cross : words.middle}
        </button>
        {children}
      </div>
    </div>
  );
}

const spotText = (point: Point, { zoom }: View) => formatView({ ...point, zoom });

/**
 * The map field in a form that posts its actions (`readEditorAction`), with a button that shows the typed place on the
 * map.
 */
export function PickMap({
  drawing,
  label,
  words,
}: {
  drawing: MapDrawing;
  label: string;
  words: PickMapLabels;
}) {
  return (
    <>
      {/* Makes Enter in a field press the form's own button instead of clicking the map. */}
      <button type="submit" hidden>
        Send
      </button>
      <input type="hidden" name="view" value={formatView(drawing.view)} />
      <MapPickField key={formatView(drawing.view)} drawing={drawing} label={label} words={words}>
        <MapButton name="act" value="show" at={PICK_MAP_ANCHOR}>
          {EDITOR_ACTIONS.show}
        </MapButton>
      </MapPickField>
    </>
  );
}
