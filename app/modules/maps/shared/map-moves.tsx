import { Fragment } from "react";
import { formatView, moveView, type View, zoomView } from "~/lib/geo/view";

/** A map button: it submits its form, and the page comes back with the result. */
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
  /** Part of the page to scroll to afterwards. */
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

/** Views that the buttons below a map lead to. */
const listMapMoves = (view: View) =>
  [
    ["Zoom in", null, zoomView(view, 2)],
    ["Zoom out", null, zoomView(view, -2)],
    ["←", "West", moveView(view, -0.5, 0)],
    ["↑", "North", moveView(view, 0, -0.5)],
    ["↓", "South", moveView(view, 0, 0.5)],
    ["→", "East", moveView(view, 0.5, 0)],
  ] as const;

/** Map buttons in a form: zoom in and out, and pan to the four sides. */
export function MapMoves({ view, isGet, at }: { view: View; isGet?: boolean; at?: string }) {
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

/** The same as links, for a read-only map. */
export function MapLinks({ view, href }: { view: View; href: (look: string) => string }) {
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
