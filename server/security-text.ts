import type { RequestHandler } from "express";

const DAY = 86_400_000;

/**
 * /.well-known/security.txt (RFC 9116): where somebody who has found a hole may write. Where the operator has named
 * no address there is no such page: none is better than one that nobody reads.
 */
export function securityText(site: string, contact: string | undefined): RequestHandler {
  return (_req, res, next) => {
    if (!contact) return next();
    // It must say until when it holds, a year at most; as long as this server runs, it does.
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
