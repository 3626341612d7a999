import type { RequestHandler } from "express";

const DAY = 86_400_000;

/**
 * Serve /.well-known/security.txt (RFC 9116), which contains the address for reporting a vulnerability. If the operator
 * hasn't set an address, return 404, because an unread mailbox is worse than no address.
 */
export function serveSecurityText(site: string, contact: string | undefined): RequestHandler {
  return (_req, res, next) => {
    if (!contact) return next();
    // The file must contain an expiry date at most a year ahead. The date is calculated for each response, so it
    // doesn't expire while the server runs.
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
