/** Return a round step that splits a span into about `about` parts: 1, 2, 5, 10, 20. */
function stepOf(span: number, about: number): number {
  const rough = span / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10) * power;
}

/** Return round axis values from zero to at least `most`: 0, 20, 40, 60. */
export function computeAxisTicks(most: number, about = 4): number[] {
  if (!(most > 0)) return [0, 1];
  return ticksFrom(0, most, stepOf(most, about));
}

/**
 * Return round axis values around the drawn values, not necessarily including zero: 3,800, 3,850, 3,900. Use it only
 * for line charts.
 */
export function computeTicksAround(least: number, most: number, about = 3): number[] {
  const step = stepOf(Math.max(most - least, most / 100, 1), about);
  return ticksFrom(Math.floor(least / step) * step, most, step);
}

const ticksFrom = (from: number, most: number, step: number) =>
  Array.from({ length: Math.ceil((most - from) / step) + 1 }, (_, i) =>
    Number((from + i * step).toPrecision(12)),
  );

/** Return the interval of labels to show so that they don't overlap: 2 for every second label, 3 for every third … */
export const getLabelInterval = (count: number, most: number): number => Math.max(1, Math.ceil(count / most));
