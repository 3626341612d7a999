import "~/styles/maps.css";
import type { ReactNode } from "react";
import type { Point } from "~/lib/geo/geo";
import { toPixel } from "~/lib/geo/view";
import { MapPicture } from "~/modules/maps/shared/map-svg";
import type { PlaceDrawing } from "../data/map.server";

/** Server-drawn map with a pin and overlays. */
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
  const positions = pin ? toPixel(pin, drawing.view).map(Math.round) : null;
  return (
    <div className="pick">
      <div>
        <MapPicture drawing={drawing} label={label}>
          {positions ? (
            <path className="pin" d={`M${positions[0]},${positions[1]}l-7,-14a8,8 0 1 1 14,0z`} />
          ) : null}
        </MapPicture>
        {children}
      </div>
    </div>
  );
}
