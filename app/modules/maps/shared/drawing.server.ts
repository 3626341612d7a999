import type { Read } from "#db/client.server";
import type { usCounty } from "#db/schema";
import { getBoxCenter, type Point } from "~/lib/geo/geo";
import type { TypedArea } from "~/lib/geo/location";
import type { View } from "~/lib/geo/view";
import { fitView, formatView, roundPixel } from "~/lib/geo/view";
import { type LandPiece, readLandLines } from "~/modules/land/shared/land-lines.server";
import { COUNTY_ZOOM, drawGround, pickApartLabels } from "../data/ground.server";
import { drawNear } from "../data/near-drawing.server";
import { getPhotoLayer } from "../data/photo.server";
import {
  computeScaleBar,
  drawSvgPath,
  isInView,
  type Label,
  type MapDrawing,
  type Pixel,
  type PlaceMark,
  toViewPixel,
} from "../rules/scene";
import { drawOutlines, readCountiesInView } from "./counties.server";

export type Scene = {
  view: View;
  /** The map's county; its neighbors are drawn fainter. */
  county_id: number | null;
  pin: Point | null;
  areas: readonly TypedArea[];
  roads?: readonly (readonly Point[])[];
  /** Places, numbered as in the list beside the map, with their names. */
  marks?: readonly PlaceMark[];
  /** A place that was found by its name, shown as where to click. */
  found?: { name: string; view: View } | null;
  /** Areas of several jobs, which no list beside the map numbers. */
  plainAreas?: boolean;
  /** True if townships and sections can be pressed, on a view-only map. */
  presses?: boolean;
  /** Clustered places, which are drawn over the map: no name is placed under them. */
  covered?: readonly Pixel[];
  /** Corners that are shown, to be seen while drawing. */
  corners?: readonly Point[];
};

/** Where the compass stands, on a desk and on a phone. */
const COMPASS: readonly Pixel[] = [
  [624, 20],
  [460, 20],
];

/** A map of a place in its county: outlines, areas, roads, marks, pin, scale bar (issue 7, maps). */
export async function drawMap(read: Read, scene: Scene): Promise<MapDrawing> {
  const { view } = scene;
  const marks = marksIn(
    [
      ...(scene.found ? [{ ...scene.found.view, name: scene.found.name, found: true }] : []),
      ...(scene.marks ?? []),
    ],
    view,
  );
  const named = [
    ...marks.filter((mark) => mark.isNamed).map(({ name, at: [x, y] }) => ({ text: name, x, y })),
    ...[...COMPASS, ...(scene.covered ?? [])].map(([x, y]) => ({ text: "N", x, y })),
  ];
  const [counties, land, ground] = await Promise.all([
    view.zoom < COUNTY_ZOOM ? [] : readCountiesInView(read, view),
    readLandLines(read, view),
    drawGround(read, view, named),
  ]);
  const near = await drawNear(read, view, [...named, ...ground.stateNames, ...ground.towns]);
  const own = counties.filter(({ box }) => box.id === scene.county_id);
  const others = counties.filter(({ box }) => box.id !== scene.county_id);
  const areas = scene.areas.filter(({ points }) => points.length > 0);
  const pin = scene.pin ? toViewPixel(scene.pin, view) : null;
  return {
    view,
    ground,
    near,
    county: drawOutlines(own, view),
    others: drawOutlines(others, view),
    names:
      counties.length > 60
        ? []
        : pickApartLabels(
            namesIn(
              counties.map(({ box }) => box),
              view,
            ),
            [...named, ...ground.stateNames, ...ground.towns, ...near.towns, ...near.names],
            40,
          ),
    townships: drawn(land.townships, view),
    sections: drawn(land.sections, view),
    pieces: scene.presses ? land.pieces.flatMap((piece) => pressed(piece, view)) : [],
    areas: areas.map(({ points, isClosed }) => {
      const [x, y] = toViewPixel(middleOf(points), view);
      return { d: drawSvgPath(points, view, isClosed), isClosed, x, y };
    }),
    areNumbered: areas.length > 1 && !scene.plainAreas,
    corners: (scene.corners ?? []).map((p) => toViewPixel(p, view)).filter((target) => isInView(target)),
    roads: (scene.roads ?? []).map((line) => drawSvgPath(line, view, false)).join(""),
    marks,
    pin: pin && isInView(pin, -20) ? pin : null,
    scale: computeScaleBar(view),
    photo: getPhotoLayer(),
  };
}

/** Marks that are in view; those whose names would lie on others' keep their numbers alone. */
function marksIn(marks: readonly PlaceMark[], view: View): MapDrawing["marks"] {
  const seen = marks
    .map((mark) => ({ ...mark, at: toViewPixel(mark, view) }))
    .filter(({ at }) => isInView(at));
  const asLabel = ({ name, at: [x, y] }: { name: string; at: Pixel }): Label => ({ text: name, x, y });
  const named = new Set(
    pickApartLabels(seen.map(asLabel), [], 40).map(({ text, x, y }) => `${text} ${x} ${y}`),
  );
  return seen.map(({ name, number, here, found, at }) => ({
    name,
    number: number ?? null,
    here: here ?? false,
    isFound: found ?? false,
    at,
    isNamed: name !== "" && named.has(`${name} ${at[0]} ${at[1]}`),
  }));
}

/** Where the scale stands, on a desk and on a phone. */
const isUnderScale = (x: number, y: number) => y > 448 && (x < 130 || (x > 150 && x < 290));

type Land = Awaited<ReturnType<typeof readLandLines>>["townships"];

const drawn = ({ lines, labels, isApproximate }: Land, view: View) => ({
  isApproximate,
  lines: lines.map((line) => drawSvgPath(line, view, false)).join(""),
  labels: labels.flatMap(({ text, at }) => {
    const [x, y] = roundPixel(toViewPixel(at, view));
    return isInView([x, y], 14) && !isUnderScale(x, y) ? [{ text, x, y: y + 3 }] : [];
  }),
});

/** A township or a section in view, with the view of it alone; one that is looked at from near leads nowhere. */
function pressed({ name, rings }: LandPiece, view: View): MapDrawing["pieces"] {
  const points = rings.flat();
  const inView = isInView(toViewPixel(middleOf(points), view), -40);
  const look = fitView(points, 14);
  if (!inView || !look || look.zoom <= view.zoom) return [];
  const d = rings.map((ring) => drawSvgPath(ring, view, true)).join("");
  return [{ name, d, look: formatView(look) }];
}

function middleOf(points: readonly Point[]): Point {
  const mean = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { latitude: mean(points.map((p) => p.latitude)), longitude: mean(points.map((p) => p.longitude)) };
}

/** Names of the counties whose middle is in view. */
function namesIn(rows: (typeof usCounty.$inferSelect)[], view: View) {
  return rows.flatMap((county) => {
    const [x, y] = toViewPixel(getBoxCenter(county), view);
    return isInView([x, y], 24) ? [{ text: `${county.name} Co.`, x: Math.round(x), y: Math.round(y) }] : [];
  });
}
