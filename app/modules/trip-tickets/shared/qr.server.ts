import { createHmac, timingSafeEqual } from "node:crypto";
import encodeQR from "qr";
import type { QrDrawing } from "~/ui/qr";
import { env } from "~/web/env.server";
import { encodePrintedValues, type PrintedValues } from "../rules/printed";

type Key = { kid: string; secret: string };

function keys(): Key[] {
  return env()
    .QR_KEYS.split(",")
    .map((pair) => {
      const index = pair.indexOf(":");
      return { kid: pair.slice(0, index), secret: pair.slice(index + 1) };
    });
}

const sign = ({ kid, secret }: Key, message: string): string =>
  `${kid}.${createHmac("sha256", secret).update(message).digest("base64url").slice(0, 22)}`;

/**
 * Return the text to sign: the kind of paper, its ID, and the printed values. Older sheets signed only the kind and the
 * ID.
 */
const saidBy = (kind: SignedPaperKind, id: number, printed: string) =>
  `${kind}:${id}${printed && `:${printed}`}`;

/** Kinds of signed paper: a printed ticket, a blank sheet not yet used for a load, or an invoice link. */
export type SignedPaperKind = "trip-ticket" | "sheet" | "invoice";

/** Return a signature: the key's ID, and 128 bits over the contents. */
export function signQr(kind: SignedPaperKind, id: number, printed = ""): string {
  const [first] = keys();
  if (!first) throw new Error("QR_KEYS names no key");
  return sign(first, saidBy(kind, id, printed));
}

/** Check whether one of our keys, current or old, made a signature for this paper and its contents. */
export function verifyQrSignature(
  kind: SignedPaperKind,
  id: number,
  sig: string | null,
  printed = "",
): boolean {
  if (!sig) return false;
  return keys().some((key) => {
    const right = Buffer.from(sign(key, saidBy(kind, id, printed)));
    const bytes = Buffer.from(sig);
    return right.length === bytes.length && timingSafeEqual(right, bytes);
  });
}

/**
 * Return the URL in a printed ticket's QR code: the ticket's page with the printed contents (`p`) and their signature,
 * which opens a public page for anyone.
 */
export function buildTicketQrUrl(id: number, printed: PrintedValues): string {
  const p = encodePrintedValues(printed);
  return `${env().PUBLIC_URL}/trip-tickets/${id}?p=${p}&sig=${signQr("trip-ticket", id, p)}`;
}

/** Return the URL in a blank sheet's QR code, which opens the form that claims the sheet's numbers. */
export const buildSheetQrUrl = (id: number): string =>
  `${env().PUBLIC_URL}/sheets/${id}?sig=${signQr("sheet", id)}`;

/** Return a QR code as one SVG path, at level Q (a quarter may be dirty), with a quiet zone of four modules. */
export function drawQr(text: string): QrDrawing {
  const modules = encodeQR(text, "raw", { ecc: "quartile", border: 4 });
  let path = "";
  for (const [y, row] of modules.entries())
    for (let x = row.indexOf(true); x >= 0; x = row.indexOf(true, x)) {
      const end = row.indexOf(false, x);
      path += `M${x} ${y}h${end - x}v1h-${end - x}z`;
      x = end;
    }
  return { path, size: modules.length };
}
