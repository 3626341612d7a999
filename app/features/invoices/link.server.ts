import { signatureHolds, signatureOf } from "~/core/tickets/qr.server";
import { env } from "~/web/env.server";

/** The path that opens one invoice to who was sent it: signed, and good for nothing else. */
export const publicPath = (id: number): string => `/i/${id}?sig=${signatureOf("invoice", id)}`;
export const publicAddress = (id: number): string => `${env().PUBLIC_URL}${publicPath(id)}`;
/** The same for its PDF. */
export const publicFileAddress = (id: number): string =>
  `${env().PUBLIC_URL}/i/${id}/file?sig=${signatureOf("invoice", id)}`;
export const linkHolds = (id: number, sig: string): boolean => signatureHolds("invoice", id, sig);

/** Days are told to a customer as they are where the issuer is; where nobody knows where that is, here. */
export const NO_ZONE = "America/Chicago";
