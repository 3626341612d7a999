import type { RequestHandler } from "express";

/** Takes a body as it came, with the signature that was sent beside it. */
export type RawBodyHandler = (raw: Buffer, signature: string) => Promise<{ status: number; message: string }>;

/**
 * Answers what programs elsewhere post, before anything parses it: a signature holds for the very bytes that were sent. How
 * large a body may be and how long it may take was looked at before.
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
