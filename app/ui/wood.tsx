import {
  getProductIcon,
  type ProductIconShape,
  type ProductIconTree,
} from "~/modules/trip-tickets/rules/wood-mark";

/** Shapes drawn in a box of 20 by 20. */
const SHAPES: Record<ProductIconShape, string> = {
  log: "M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M7 10a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  stack:
    "M6.7 6.3a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0M2.8 13.2a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0M10.6 13.2a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0",
  poles: "M2 5h14.5a2 2 0 0 1 0 4H2zM2 12h14.5a2 2 0 0 1 0 4H2z",
  chips: "M1.5 16c2-5.5 5-9 8.5-9s6.5 3.5 8.5 9zM7 13l2-1M11.5 11.5l2 1M9 4l1.5-1.5M13.5 5l1.5 1",
  stump: "M6 5a4 1.7 0 1 0 8 0a4 1.7 0 1 0-8 0v7l-3 4.5h14l-3-4.5V5",
  other: "M4 6.5h10.5a2.5 3.5 0 0 1 0 7H4a2.5 3.5 0 0 1 0-7z",
};
/** Trees, drawn to the right of the shape. */
const TREES: Record<Exclude<ProductIconTree, null>, string> = {
  needle: "M30 2l4.5 6.5h-2.5l4 6h-12l4-6h-2.5zM30 14.5v4",
  leaf: "M24.5 7.800a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M30 7.5v11M30 12.5l2.5-2.5",
};

/**
 * Icon of a product, by the product's key: its shape, and a conifer or a broadleaf tree. Screen readers skip it,
 * because the product's name always follows.
 */
export function ProductIcon({ of }: { of: string }) {
  const mark = getProductIcon(of);
  if (!mark) return null;
  return (
    <>
      <svg
        className="wood"
        width={mark.tree ? 34 : 18}
        height={18}
        viewBox={mark.tree ? "0 0 38 20" : "0 0 20 20"}
        preserveAspectRatio="xMinYMid slice"
        aria-hidden="true"
      >
        <path d={SHAPES[mark.shape]} />
        {mark.tree ? <path d={TREES[mark.tree]} /> : null}
      </svg>{" "}
    </>
  );
}
