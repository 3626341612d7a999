/** Round values from zero to at least `most`, as an axis says them: 0, 20, 40, 60. */
export function axisTicks(most: number, about = 4): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

/** Which of so many labels are written so that they don't run together: every second, every third … */
export const everyNth = (count: number, most: number): number => Math.max(1, Math.ceil(count / most));
