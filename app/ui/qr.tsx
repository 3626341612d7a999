/** A code's dark modules as one path, in a square of `size` modules. */
export type QrDrawing = { path: string; size: number };

/** A QR code, drawn black on white whatever the scheme of the page. */
export function Qr({ drawing, label }: { drawing: QrDrawing; label: string }) {
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
