import type { RequestHandler } from "express";

const DAY = 86_400_000;

/**
 * Serve /.well-known/security.txt (RFC 9116), which tells where to report a vulnerability. Without an address set by
 * the operator it returns 404, because an unread mailbox is worse than no address.
 */
export function serveSecurityText(site: string, contact: string | undefined): RequestHandler {
  return (_req, res, next) => {
    if (!contact) return next();
    // The file must contain an expiry date, at most a year ahead; a running server keeps renewing it.
    const expires = new Date(Math.ceil(Date.now() / DAY) * DAY + 90 * DAY).toISOString();
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires}`,
      "Preferred-Languages: en",
      `Canonical: ${site}/.well-known/security.txt`,
    ];
    res.type("text/plain").send(`${lines.join("\n")}\n`);
  };
}
