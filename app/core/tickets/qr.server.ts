import { createHmac, timingSafeEqual } from "node:crypto";
import encodeQR from "qr";
import { type Printed, packPrinted } from "~/domain/tickets/printed";
import type { QrDrawing } from "~/ui/qr";
import { env } from "~/web/env.server";

type Key = { kid: string; secret: string };

function keys(): Key[] {
  return env()
    .QR_KEYS.split(",")
    .map((pair) => {
      const at = pair.indexOf(":");
      return { kid: pair.slice(0, at), secret: pair.slice(at + 1) };
    });
}

const sign = ({ kid, secret }: Key, said: string): string =>
  `${kid}.${createHmac("sha256", secret).update(said).digest("base64url").slice(0, 22)}`;

/** What is signed: what kind of paper, which one, and what is printed on it. Sheets of before signed the first two alone. */
const saidBy = (kind: Signed, id: number, printed: string) => `${kind}:${id}${printed && `:${printed}`}`;

/** What carries a signature: a ticket's paper, a blank sheet that waits for its load, or an invoice's link. */
export type Signed = "trip-ticket" | "sheet" | "invoice";

/** The signature that a sheet carries: which key, and 128 bits over what the code says. */
export function signatureOf(kind: Signed, id: number, printed = ""): string {
  const [first] = keys();
  if (!first) throw new Error("QR_KEYS names no key");
  return sign(first, saidBy(kind, id, printed));
}

/** Whether a signature is exactly one that some key of ours, old or new, has made for this and what it says. */
export function signatureHolds(kind: Signed, id: number, sig: string | null, printed = ""): boolean {
  if (!sig) return false;
  return keys().some((key) => {
    const right = Buffer.from(sign(key, saidBy(kind, id, printed)));
    const given = Buffer.from(sig);
    return right.length === given.length && timingSafeEqual(right, given);
  });
}

/**
 * Where a printed ticket's QR code leads: its page, with what is printed (`p`) and the signature over it, which opens the
 * public page to anyone.
 */
export function qrAddress(id: number, printed: Printed): string {
  const p = packPrinted(printed);
  return `${env().PUBLIC_URL}/trip-tickets/${id}?p=${p}&sig=${signatureOf("trip-ticket", id, p)}`;
}

/** Where a blank sheet's code leads: to the form that claims its numbers. */
export const sheetAddress = (id: number): string =>
  `${env().PUBLIC_URL}/sheets/${id}?sig=${signatureOf("sheet", id)}`;

/** The code's modules as one SVG path, level Q: a quarter of it may be dirt. Four modules of quiet round it. */
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
