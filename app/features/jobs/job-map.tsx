import type { MapDrawing } from "./job-map.server";

/** The server-drawn map: the county's outline, the harvest's shape, its pin. */
export function JobMap({ drawing, name }: { drawing: MapDrawing; name: string }) {
  return (
    <svg
      className="map"
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      width={drawing.width}
      height={drawing.height}
      role="img"
      aria-label={`${name} in its county`}
    >
      {drawing.county ? <path className="area" d={drawing.county} /> : null}
      {drawing.area ? <path className="shape" d={drawing.area} /> : null}
      {drawing.pin ? <circle className="pin" cx={drawing.pin[0]} cy={drawing.pin[1]} r="5" /> : null}
    </svg>
  );
}
