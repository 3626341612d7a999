import "~/styles/maps.css";
import { MAP_PIXELS } from "~/domain/geo/view";
import type { MapDrawing } from "./scene";

type Label = { text: string; x: number; y: number };

function Labels({ of, className }: { of: readonly Label[]; className: string }) {
  return of.map(({ text, x, y }) => (
    <text key={`${text} ${x} ${y}`} className={className} x={x} y={y}>
      {text}
    </text>
  ));
}

/** The server-drawn map; words next to it describe what it shows. */
export function MapSvg({ drawing, label }: { drawing: MapDrawing; label: string }) {
  const { scale, pin } = drawing;
  return (
    <svg
      className="map land"
      viewBox={`0 0 ${MAP_PIXELS} ${MAP_PIXELS}`}
      width={MAP_PIXELS}
      height={MAP_PIXELS}
      role="img"
      aria-label={label}
    >
      <path className="other" d={drawing.others} />
      <path className="area" d={drawing.county} />
      <path className="section" d={drawing.sections.lines} />
      <path
        className={drawing.townships.isApproximate ? "township guess" : "township"}
        d={drawing.townships.lines}
      />
      {drawing.areas.map(({ d, isClosed, x, y }, i) => (
        <g key={d}>
          <path className={isClosed ? "shape" : "shape open"} d={d} />
          {drawing.areas.length > 1 ? (
            <text className="number" x={x} y={y + 4}>
              {i + 1}
            </text>
          ) : null}
        </g>
      ))}
      <path className="road" d={drawing.roads} />
      <Labels of={drawing.sections.labels} className="degrees" />
      <Labels of={drawing.townships.labels} className="degrees" />
      <Labels of={drawing.names} className="county" />
      {drawing.corners.map(([x, y]) => (
        <circle key={`${x} ${y}`} className="corner" cx={x} cy={y} r={3} />
      ))}
      {drawing.marks.map(({ number, at: [x, y] }) => (
        <g key={number}>
          <circle className="mark" cx={x} cy={y} r={9} />
          <text className="number" x={x} y={y + 4}>
            {number}
          </text>
        </g>
      ))}
      {pin ? <path className="pin" d={`M${pin[0]},${pin[1]}l-7,-14a8,8 0 1 1 14,0z`} /> : null}
      <path className="bar" d={`M8,${MAP_PIXELS - 14}v6h${scale.width}v-6`} />
      <text className="scale" x={12 + scale.width} y={MAP_PIXELS - 8}>
        {scale.text}
      </text>
      <path className="north" d={`M${MAP_PIXELS - 16},8l6,16l-6,-4l-6,4z`} />
      <text className="degrees" x={MAP_PIXELS - 16} y={34}>
        N
      </text>
    </svg>
  );
}
