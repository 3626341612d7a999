import "~/styles/maps.css";
import type { ReactNode } from "react";
import { MAP_SIZE } from "~/lib/geo/view";
import type { Label, MapDrawing } from "../rules/scene";

const { width: WIDTH, height: HEIGHT } = MAP_SIZE;

function Labels({ of, className }: { of: readonly Label[]; className: string }) {
  return of.map(({ text, x, y }) => (
    <text key={`${text} ${x} ${y}`} className={className} x={x} y={y}>
      {text}
    </text>
  ));
}

function Ground({ drawing: { ground, others, county } }: { drawing: MapDrawing }) {
  const water = (
    <>
      <path className="water" d={ground.lakes} />
      <path className="river" d={ground.rivers} />
    </>
  );
  return (
    <>
      <path className="neighbor" d={ground.neighbors} />
      {ground.isWaterAbove ? null : water}
      <path className="other" d={`${ground.states}${others}`} />
      <path className="area" d={county} />
      {ground.isWaterAbove ? water : null}
    </>
  );
}

/** Imported map data: waters, then roads from the smallest to the largest. */
function Near({ near }: Pick<MapDrawing, "near">) {
  return (["waters", "streams", "tracks", "minor", "major"] as const).map((layer) =>
    near[layer] ? <path key={layer} className={`near-${layer}`} d={near[layer]} /> : null,
  );
}

function Marks({ marks }: { marks: MapDrawing["marks"] }) {
  return marks.map(({ name, number, here, isFound, at: [x, y], isNamed }, i) => (
    <g key={`${name} ${String(i)}`}>
      <circle
        className={isFound ? "found" : here ? "pin" : "mark"}
        cx={x}
        cy={y}
        r={number || isFound ? 9 : 5}
      />
      {number ? (
        <text className="number" x={x} y={y + 4}>
          {number}
        </text>
      ) : null}
      {isNamed ? (
        <text className="named" x={x} y={y - 12}>
          {name}
        </text>
      ) : null}
    </g>
  ));
}

/** Map drawn by the server; text next to it describes its content. */
export function MapSvg({
  drawing,
  label,
  href,
}: {
  drawing: MapDrawing;
  label: string;
  /** Link for a clicked township or section. */
  href?: (look: string) => string;
}) {
  return (
    <div className="pick">
      <div>
        <MapPicture drawing={drawing} label={label} isGroup={href !== undefined}>
          {href ? <LandPieceLinks pieces={drawing.pieces} href={href} /> : null}
        </MapPicture>
      </div>
    </div>
  );
}

/**
 * Townships and sections as links over the picture, for pointer users. Keyboard users have the links below the map,
 * which need fewer tab stops.
 */
export function LandPieceLinks({
  pieces,
  href,
}: {
  pieces: MapDrawing["pieces"];
  href: (look: string) => string;
}) {
  return (
    <g className="pieces">
      {pieces.map(({ name, d, look }) => (
        <a key={`${name} ${look}`} href={href(look)} tabIndex={-1}>
          <title>{name}</title>
          <path d={d} />
        </a>
      ))}
    </g>
  );
}

/** The picture without controls, for components that add an overlay; a phone shows its middle part. */
export function MapPicture({
  drawing,
  label,
  isGroup,
  children,
}: {
  drawing: MapDrawing;
  label: string;
  /** True if links lie over the picture: an SVG with the role of an image can't have accessible parts. */
  isGroup?: boolean;
  children?: ReactNode;
}) {
  const { scale, pin, ground, near } = drawing;
  return (
    <svg
      className="map land"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role={isGroup ? "group" : "img"}
      aria-label={label}
    >
      <Ground drawing={drawing} />
      <Near near={near} />
      <path className="section" d={drawing.sections.lines} />
      <path
        className={drawing.townships.isApproximate ? "township guess" : "township"}
        d={drawing.townships.lines}
      />
      {drawing.areas.map(({ d, isClosed, x, y }, i) => (
        <g key={d}>
          <path className={isClosed ? "shape" : "shape open"} d={d} />
          {drawing.areNumbered ? (
            <text className="number" x={x} y={y + 4}>
              {i + 1}
            </text>
          ) : null}
        </g>
      ))}
      <path className="road" d={drawing.roads} />
      <Labels of={drawing.sections.labels} className="degrees" />
      <Labels of={drawing.townships.labels} className="degrees" />
      <Labels of={near.names} className="street" />
      <Labels of={drawing.names} className="county" />
      <Labels of={ground.stateNames} className="state" />
      {[...ground.towns, ...near.towns].map(({ text, x, y }) => (
        <g key={`${text} ${x} ${y}`} className="town">
          <circle cx={x} cy={y} r={2} />
          <text x={x} y={y - 5}>
            {text}
          </text>
        </g>
      ))}
      {drawing.corners.map(([x, y]) => (
        <circle key={`${x} ${y}`} className="corner" cx={x} cy={y} r={3} />
      ))}
      {children}
      <Marks marks={drawing.marks} />
      {pin ? <path className="pin" d={`M${pin[0]},${pin[1]}l-7,-14a8,8 0 1 1 14,0z`} /> : null}
      <g className="legend">
        <path className="bar" d={`M0,0v6h${scale.width}v-6`} />
        <text className="scale" x={4 + scale.width} y={6}>
          {scale.text}
        </text>
      </g>
      <g className="compass">
        <path className="north" d="M0,8l6,16l-6,-4l-6,4z" />
        <text className="degrees" x={0} y={34}>
          N
        </text>
      </g>
    </svg>
  );
}
