import type { Position } from "geojson";

/** Simplify a line by the Douglas-Peucker algorithm: keep points farther than `off` degrees from the simplified line. */
function straighter(line: readonly Position[], off: number): Position[] {
  const keep = new Set([0, line.length - 1]);
  const open: [number, number][] = [[0, line.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [line[from] ?? [], line[to] ?? []];
    const length = Math.hypot(bx - ax, by - ay);
    let [most, at] = [off, -1];
    for (let i = from + 1; i < to; i++) {
      const [x = 0, y = 0] = line[i] ?? [];
      const far = length
        ? Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
        : Math.hypot(x - ax, y - ay);
      if (far > most) [most, at] = [far, i];
    }
    if (at < 0) continue;
    keep.add(at);
    open.push([from, at], [at, to]);
  }
  return line.filter((_, i) => keep.has(i));
}

/** Encode a line in hundredths (or another fraction) of a degree: the first point, then differences between points. */
export function packLine(line: readonly Position[], off: number, parts = 100): string {
  let [lastX, lastY] = [0, 0];
  const out: number[] = [];
  for (const [x = 0, y = 0] of straighter(line, off)) {
    const [atX, atY] = [Math.round(x * parts), Math.round(y * parts)];
    if (out.length && atX === lastX && atY === lastY) continue;
    out.push(atX - lastX, atY - lastY);
    [lastX, lastY] = [atX, atY];
  }
  return out.join(" ");
}
