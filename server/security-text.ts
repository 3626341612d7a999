import type { RequestHandler } from "express";

const DAY = 86_400_000;

/**
 * /.well-known/security.txt (RFC 9116): where to report a vulnerability. If the operator hasn't set an address, the
 * page doesn't exist, because an unread mailbox is worse than none.
 */
export function securityText(site: string, contact: string | undefined): RequestHandler {
  return (_req, res, next) => {
    if (!contact) return next();
    // The file must state its expiry, a year at most; it stays valid as long as this server runs.
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
