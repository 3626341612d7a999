import { createHmac, timingSafeEqual } from "node:crypto";
import encodeQR from "qr";
import type { QrDrawing } from "~/ui/qr";
import { env } from "~/web/env.server";
import { type PrintedFacts, packPrinted } from "../rules/printed";

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

/** Text to sign: the kind of paper, its ID, and what is printed on it. Older sheets signed only the first two. */
const saidBy = (kind: SignedKind, id: number, printed: string) => `${kind}:${id}${printed && `:${printed}`}`;

/** Kinds of signed paper: a ticket's paper, a blank sheet that waits for its load, or an invoice's link. */
export type SignedKind = "trip-ticket" | "sheet" | "invoice";

/** Return the signature of a sheet: which key, and 128 bits over the code's contents. */
export function signQr(kind: SignedKind, id: number, printed = ""): string {
  const [first] = keys();
  if (!first) throw new Error("QR_KEYS names no key");
  return sign(first, saidBy(kind, id, printed));
}

/** True if a signature is exactly one that one of our keys, old or new, made for this paper and its contents. */
export function verifyQrSignature(kind: SignedKind, id: number, sig: string | null, printed = ""): boolean {
  if (!sig) return false;
  return keys().some((key) => {
    const right = Buffer.from(sign(key, saidBy(kind, id, printed)));
    const bytes = Buffer.from(sig);
    return right.length === bytes.length && timingSafeEqual(right, bytes);
  });
}

/**
 * Address in a printed ticket's QR code: its page, with what is printed (`p`) and the signature over it, which opens
 * the public page to anyone.
 */
export function buildTicketQrUrl(id: number, printed: PrintedFacts): string {
  const p = packPrinted(printed);
  return `${env().PUBLIC_URL}/trip-tickets/${id}?p=${p}&sig=${signQr("trip-ticket", id, p)}`;
}

/** Address in a blank sheet's code: the form that claims its numbers. */
export const buildSheetQrUrl = (id: number): string =>
  `${env().PUBLIC_URL}/sheets/${id}?sig=${signQr("sheet", id)}`;

/** The code's modules as one SVG path, level Q: a quarter may be dirty. Has a quiet zone of four modules. */
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
