import type { RequestHandler } from "express";

/** Takes an unparsed body, with the signature that was sent with it. */
export type RawBodyHandler = (raw: Buffer, signature: string) => Promise<{ status: number; message: string }>;

/**
 * Answer posts from outside programs before anything parses them: a signature holds for the exact bytes sent. The
 * body's size and time were checked before.
 */
export const webhookRoutes =
  (take: RawBodyHandler): RequestHandler =>
  (req, res, next) => {
    if (req.method !== "POST") {
      res.set("Allow", "POST").status(405).json({ message: "You can't do this here." });
      return;
    }
    const parts: Buffer[] = [];
    req.on("data", (part: Buffer) => parts.push(part));
    req.on("error", next);
    req.on("end", () => {
      take(Buffer.concat(parts), req.get("Stripe-Signature") ?? "").then(
        ({ status, message }) => res.status(status).json({ message }),
        next,
      );
    });
  };
