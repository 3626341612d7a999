import { signQr, verifyQrSignature } from "~/modules/trip-tickets/shared/qr.server";
import { env } from "~/web/env.server";

/** Path that opens one invoice for its recipient: signed, and valid for nothing else. */
export const buildPublicPath = (id: number): string => `/i/${id}?sig=${signQr("invoice", id)}`;
export const buildPublicUrl = (id: number): string => `${env().PUBLIC_URL}${buildPublicPath(id)}`;
/** The same for its PDF. */
export const buildPublicFileUrl = (id: number): string =>
  `${env().PUBLIC_URL}/i/${id}/file?sig=${signQr("invoice", id)}`;
export const verifyLink = (id: number, sig: string): boolean => verifyQrSignature("invoice", id, sig);

/** Zone for days shown to a customer if the issuer's zone is unknown. */
export const DEFAULT_ZONE = "America/Chicago";
