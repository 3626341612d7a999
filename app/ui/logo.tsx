/** The product's name; the specifications' "the product" prints it. */
export const PRODUCT = "Timbertally";

/** The mark: a log's end, its rings, and five tally strokes. */
export function Mark({ size = 28 }: { size?: number }) {
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
