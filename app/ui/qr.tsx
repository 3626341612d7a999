import type { QrDrawing } from "~/features/trip-tickets/qr.server";

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
