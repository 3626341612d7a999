/** The product's name, as shown and printed. */
export const PRODUCT_NAME = "Timbertally";

/** The logo: the end of a log with its rings, and five tally strokes. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <circle cx="16" cy="16" r="14" />
      <path d="M10 10v12M14 10v12M18 10v12M22 10v12M7.5 20.5l17-9" strokeLinecap="round" />
    </svg>
  );
}

/**
 * Return the path of a spruce with three tiers on the ground line: `x` is its center, `h` its height, in the drawing's
 * units.
 */
const spruce = (x: number, h: number) => {
  const w = h * 0.26;
  const at = (dx: number, up: number) => `${Math.round(x + dx * w)} ${Math.round(160 - h * up)}`;
  return `M${at(0, 1)}L${at(0.5, 0.6)} ${at(0.28, 0.62)} ${at(0.8, 0.3)} ${at(0.45, 0.33)} ${at(1, 0)} ${at(-1, 0)} ${at(-0.45, 0.33)} ${at(-0.8, 0.3)} ${at(-0.28, 0.62)} ${at(-0.5, 0.6)}Z`;
};

const STAND = [
  [18, 96],
  [46, 132],
  [74, 84],
  [100, 118],
  [124, 150],
  [152, 104],
  [178, 72],
  [206, 126],
  [232, 92],
  [262, 144],
  [290, 110],
] as const;
const TREES = STAND.map(([x, h]) => spruce(x, h)).join("");

/** Decorative edge of a spruce forest at the bottom of the signed-out pages. Hidden from screen readers. */
export function Treeline() {
  return (
    <svg className="treeline screen-only" fill="currentColor" aria-hidden="true">
      <pattern id="stand" width="308" height="160" patternUnits="userSpaceOnUse">
        <path d={TREES} />
      </pattern>
      <rect width="100%" height="160" fill="url(#stand)" />
    </svg>
  );
}
