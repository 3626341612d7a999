import type { RequestHandler } from "express";

/** Handler that receives an unparsed body and its signature. */
export type RawBodyHandler = (raw: Buffer, signature: string) => Promise<{ status: number; message: string }>;

/**
 * Handle posts from other programs before the body is parsed, since a signature covers the exact bytes sent. The
 * handlers before this one have limited the body's size and time.
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
