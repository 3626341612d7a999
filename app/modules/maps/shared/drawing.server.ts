import type { Read } from "#db/client.server";
import type { usCounty } from "#db/schema";
import { getBoxCenter, type Point } from "~/lib/geo/geo";
import type { TypedArea } from "~/lib/geo/location";
import type { View } from "~/lib/geo/view";
import { fitView, formatView, roundPixel } from "~/lib/geo/view";
import { type ClickableLand, readLandLines } from "~/modules/land/shared/land-lines.server";
import { drawBasemap, MIN_COUNTY_ZOOM, pickNonOverlappingLabels } from "../data/ground.server";
import { drawLocalDetails } from "../data/near-drawing.server";
import { getPhotoSources } from "../data/photo.server";
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

export type MapScene = {
  view: View;
  /** County of the map; its neighbors are drawn fainter. */
  county_id: number | null;
  pin: Point | null;
  areas: readonly TypedArea[];
  roads?: readonly (readonly Point[])[];
  /** Places with their names, numbered as in the list next to the map. */
  marks?: readonly PlaceMark[];
  /** Search result, shown as the place to click. */
  found?: { name: string; view: View } | null;
  /** True if the areas belong to several jobs and have no numbers in a list next to the map. */
  plainAreas?: boolean;
  /** True if townships and sections can be clicked; only on a read-only map. */
  presses?: boolean;
  /** Clustered places, which are drawn over the map; names are not placed under them. */
  covered?: readonly Pixel[];
  /** Corners to show while the user is drawing. */
  corners?: readonly Point[];
};

/** Positions of the compass on a desktop and on a phone. */
const COMPASS: readonly Pixel[] = [
  [624, 20],
  [460, 20],
];

/** Draw a map of a place in its county: outlines, areas, roads, marks, pin and scale bar (issue 7, maps). */
export async function drawMap(read: Read, scene: MapScene): Promise<MapDrawing> {
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
    view.zoom < MIN_COUNTY_ZOOM ? [] : readCountiesInView(read, view),
    readLandLines(read, view),
    drawBasemap(read, view, named),
  ]);
  const near = await drawLocalDetails(read, view, [...named, ...ground.stateNames, ...ground.towns]);
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
        : pickNonOverlappingLabels(
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
    photo: getPhotoSources(),
  };
}

/** Return the marks in view. A mark whose name would overlap another name shows only its number. */
function marksIn(marks: readonly PlaceMark[], view: View): MapDrawing["marks"] {
  const seen = marks
    .map((mark) => ({ ...mark, at: toViewPixel(mark, view) }))
    .filter(({ at }) => isInView(at));
  const asLabel = ({ name, at: [x, y] }: { name: string; at: Pixel }): Label => ({ text: name, x, y });
  const named = new Set(
    pickNonOverlappingLabels(seen.map(asLabel), [], 40).map(({ text, x, y }) => `${text} ${x} ${y}`),
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

/** Check whether a position lies under the scale bar on a desktop or on a phone. */
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

/** Return a township or section in view as a link to a closer view of it; empty if the view is already that close. */
function pressed({ name, rings }: ClickableLand, view: View): MapDrawing["pieces"] {
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

/** Return the names of the counties whose middle is in view. */
function namesIn(rows: (typeof usCounty.$inferSelect)[], view: View) {
  return rows.flatMap((county) => {
    const [x, y] = toViewPixel(getBoxCenter(county), view);
    return isInView([x, y], 24) ? [{ text: `${county.name} Co.`, x: Math.round(x), y: Math.round(y) }] : [];
  });
}
