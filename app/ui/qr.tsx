/** Dark modules of a QR code as one SVG path, in a square of `size` modules. */
export type QrDrawing = { path: string; size: number };

/** A QR code, always black on white, in any color scheme. */
export function QrCode({ drawing, label }: { drawing: QrDrawing; label: string }) {
  return (
    <svg
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${drawing.size}v${drawing.size}H0z`} />
      <path fill="#000" d={drawing.path} />
    </svg>
  );
}
