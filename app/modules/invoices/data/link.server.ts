import { signQr, verifyQrSignature } from "~/modules/trip-tickets/shared/qr.server";
import { env } from "~/web/env.server";

/** Build the signed path that opens one invoice for its recipient, and no other page. */
export const buildPublicPath = (id: number): string => `/i/${id}?sig=${signQr("invoice", id)}`;
export const buildPublicUrl = (id: number): string => `${env().PUBLIC_URL}${buildPublicPath(id)}`;
/** Build the signed public URL of an invoice's PDF. */
export const buildPublicFileUrl = (id: number): string =>
  `${env().PUBLIC_URL}/i/${id}/file?sig=${signQr("invoice", id)}`;
export const verifyInvoiceLink = (id: number, sig: string): boolean => verifyQrSignature("invoice", id, sig);

/** Zone for days shown to a customer if the issuer's zone is unknown. */
export const DEFAULT_ZONE = "America/Chicago";
