import "~/styles/maps.css";
import type { ReactNode } from "react";
import type { Point } from "~/domain/geo/geo";
import { pixelOf } from "~/domain/geo/view";
import { MapPicture } from "~/features/maps/map-svg";
import type { PlaceDrawing } from "./map.server";

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
