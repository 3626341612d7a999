/** Line as a flat list of alternating longitudes and latitudes. */
export type FlatLine = number[];

const STEP = 1e5;

/**
 * Encode lines as short text: each point is the difference from the previous one in hundred-thousandths of a degree
 * (about a yard). Semicolons separate lines.
 */
export function encodeLines(lines: readonly (readonly (readonly number[])[])[]): string {
  return lines
    .map((line) => {
      let [x, y] = [0, 0];
      const steps: number[] = [];
      line.forEach(([lng = 0, lat = 0], i) => {
        const [dx, dy] = [Math.round(lng * STEP) - x, Math.round(lat * STEP) - y];
        if (i > 0 && dx === 0 && dy === 0) return;
        steps.push(dx, dy);
        [x, y] = [x + dx, y + dy];
      });
      return steps.join(" ");
    })
    .join(";");
}

/** Decode text from `encodeLines` to lines. */
export function decodeLines(text: string): FlatLine[] {
  return text.split(";").map((part) => {
    let [x, y] = [0, 0];
    const steps = part.split(" ").map(Number);
    const line: FlatLine = [];
    for (let i = 0; i + 1 < steps.length; i += 2) {
      x += steps[i] ?? 0;
      y += steps[i + 1] ?? 0;
      line.push(x / STEP, y / STEP);
    }
    return line;
  });
}
