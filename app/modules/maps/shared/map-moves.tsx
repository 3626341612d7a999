import { Fragment } from "react";
import { formatView, moveView, type View, zoomView } from "~/lib/geo/view";

/** Map button that submits its form and shows the page again with the result. */
export function MapButton({
  name,
  value,
  isGet,
  label,
  at,
  children,
}: {
  name: string;
  value: string;
  isGet?: boolean;
  label?: string;
  /** Id of the element to scroll to afterward. */
  at?: string;
  children: string;
}) {
  return (
    <button
      type="submit"
      className="button"
      name={name}
      value={value}
      aria-label={label}
      formNoValidate
      formAction={at && `#${at}`}
      {...(isGet ? { formMethod: "get" as const } : {})}
    >
      {children}
    </button>
  );
}

/** Views that the buttons below a map open. */
const listMapMoves = (view: View) =>
  [
    ["Zoom in", null, zoomView(view, 2)],
    ["Zoom out", null, zoomView(view, -2)],
    ["←", "West", moveView(view, -0.5, 0)],
    ["↑", "North", moveView(view, 0, -0.5)],
    ["↓", "South", moveView(view, 0, 0.5)],
    ["→", "East", moveView(view, 0.5, 0)],
  ] as const;

/** Buttons in a form that zoom the map in and out and pan it in four directions. */
export function MapPanZoomButtons({ view, isGet, at }: { view: View; isGet?: boolean; at?: string }) {
  return (
    <span className="moves">
      {listMapMoves(view).map(([text, label, to]) => (
        <Fragment key={text}>
          <MapButton name="look" value={formatView(to)} isGet={isGet} at={at} label={label ?? undefined}>
            {text}
          </MapButton>{" "}
        </Fragment>
      ))}
    </span>
  );
}

/** Links that zoom and pan a read-only map. */
export function MapPanZoomLinks({ view, href }: { view: View; href: (look: string) => string }) {
  return (
    <span className="moves">
      {listMapMoves(view).map(([text, label, to]) => (
        <Fragment key={text}>
          <a className="button" href={href(formatView(to))} aria-label={label ?? undefined}>
            {text}
          </a>{" "}
        </Fragment>
      ))}
    </span>
  );
}
