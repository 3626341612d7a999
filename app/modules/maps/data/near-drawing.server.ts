import type { Read } from "#db/client.server";
import { getMaxRankAtZoom, type NearbyFeature, readNearbyFeatures } from "~/lib/basemap/near.server";
import type { FlatLine } from "~/lib/geo/packed";
import { getViewBox, getViewSize, toPixel, type View } from "~/lib/geo/view";
import type { Label, LocalMapDrawing, Pixel } from "../rules/scene";
import { clipRing, drawPixelPath, pickNonOverlappingLabels } from "./ground.server";

const MAX_FEATURES = 700;
/** Maximum number of characters in all paths. More would be too heavy for a phone, so the smallest roads are left out. */
const MAX_LENGTH = 14_000;
/** Minimum zoom for names of smaller roads; names of highways appear earlier, at the zoom at which counties are named. */
const NAMES_ZOOM = 8;
const namedRank = (zoom: number) => Math.max(zoom - 8, zoom >= NAMES_ZOOM ? Math.min(2, zoom - 7) : 0);
const MAX_NAMES = 16;
const MARGIN = 8;

type Layer = keyof Pick<LocalMapDrawing, "waters" | "streams" | "major" | "minor" | "tracks">;

const layerOf = ({ kind, rank }: NearbyFeature): Layer | null => {
  if (kind === "water") return "waters";
  if (kind === "stream") return "streams";
  if (kind !== "road") return null;
  return rank <= 2 ? "major" : rank <= 4 ? "minor" : "tracks";
};

/** Draw imported roads, waters and towns as paths of a view's picture, with their names where they fit. */
export async function drawLocalDetails(
  read: Read,
  view: View,
  taken: readonly Label[],
): Promise<LocalMapDrawing> {
  const groundNear = await readNearbyFeatures(
    read,
    getViewBox(view),
    getMaxRankAtZoom(view.zoom),
    MAX_FEATURES,
  );
  const paths: Record<Layer, string> = { waters: "", streams: "", major: "", minor: "", tracks: "" };
  const roads: { name: string; places: Pixel[] }[] = [];
  const towns: Label[] = [];
  let letters = 0;
  for (const feature of groundNear) {
    const lines = feature.lines.map((line) => pixelsOf(line, view));
    if (feature.kind === "town") {
      const [at] = lines[0] ?? [];
      if (at && isSeen(at, view, 24)) towns.push(labelOf(feature.name, at));
      continue;
    }
    const layer = layerOf(feature);
    if (!layer || letters > MAX_LENGTH) continue;
    const isArea = layer === "waters";
    const text = lines
      .flatMap((line) => (isArea ? [clipRing(line, view)] : seenParts(line, view)))
      .map((line) => drawPixelPath(line, isArea, view.zoom < 12 ? 3 : 2))
      .join("");
    letters += text.length;
    paths[layer] += text;
    const isNamed = feature.kind === "road" && feature.name !== "" && feature.rank <= namedRank(view.zoom);
    if (text && isNamed) roads.push({ name: feature.name, places: namePlaces(lines, view) });
  }
  const townNames = pickNonOverlappingLabels(towns, taken, 12);
  return { ...paths, towns: townNames, names: namedOnce(roads, [...taken, ...townNames]) };
}

const pixelsOf = (line: FlatLine, view: View): Pixel[] => {
  const pixels: Pixel[] = [];
  for (let i = 0; i + 1 < line.length; i += 2)
    pixels.push(toPixel({ longitude: line[i] ?? 0, latitude: line[i + 1] ?? 0 }, view));
  return pixels;
};

function isSeen([x, y]: Pixel, view: View, margin: number): boolean {
  const { width, height } = getViewSize(view);
  return x >= margin && y >= margin && x <= width - margin && y <= height - margin;
}

/** Return the visible parts of a line, each with the points just outside at which it enters and leaves the picture. */
function seenParts(line: readonly Pixel[], view: View): Pixel[][] {
  const { width, height } = getViewSize(view);
  const parts: Pixel[][] = [];
  let isOpen = false;
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i], line[i + 1]];
    if (!a || !b) continue;
    const crosses =
      Math.max(a[0], b[0]) >= -MARGIN &&
      Math.min(a[0], b[0]) <= width + MARGIN &&
      Math.max(a[1], b[1]) >= -MARGIN &&
      Math.min(a[1], b[1]) <= height + MARGIN;
    if (crosses && isOpen) parts.at(-1)?.push(b);
    else if (crosses) parts.push([a, b]);
    isOpen = crosses;
  }
  return parts;
}

/** Return possible positions for a road's name: the middle of its longest visible piece, or a quarter along that piece. */
function namePlaces(lines: readonly Pixel[][], view: View): Pixel[] {
  let [best, length]: [Pixel[], number] = [[], 24];
  for (const part of lines.flatMap((line) => seenParts(line, view))) {
    const inside = part.filter((target) => isSeen(target, view, 28));
    const [first, last] = [inside[0], inside.at(-1)];
    if (!first || !last) continue;
    const own = Math.hypot(last[0] - first[0], last[1] - first[1]);
    if (own >= length) [best, length] = [inside, own];
  }
  return [0.5, 0.25, 0.75]
    .map((share) => best[Math.floor(best.length * share)])
    .filter((target) => target !== undefined);
}

const labelOf = (text: string, [x, y]: Pixel): Label => ({ text, x: Math.round(x), y: Math.round(y) });

/** Place each name once, at its first free position, since a road consists of many pieces. */
function namedOnce(roads: readonly { name: string; places: Pixel[] }[], taken: readonly Label[]): Label[] {
  const labels: Label[] = [];
  for (const { name, places } of roads) {
    if (labels.length === MAX_NAMES) break;
    if (labels.some(({ text }) => text === name)) continue;
    const free = places
      .map((target) => labelOf(name, target))
      .find((label) => pickNonOverlappingLabels([label], [...taken, ...labels], 1).length);
    if (free) labels.push(free);
  }
  return labels;
}
