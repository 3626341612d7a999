import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { lazy } from "~/lib/process-state";
import { env } from "~/web/env.server";

const MINUTES = 10;
/** Signed cookie of a person who has just entered the password. It opens only the page that asks for a code. */
const halfCookie = lazy(() => {
  const secure = env().PUBLIC_URL.startsWith("https:");
  return createCookie(secure ? "__Host-tt_half" : "tt_half", {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: [env().SESSION_SECRET],
    maxAge: MINUTES * 60,
  });
});

const half = z.object({ user: z.number().int(), until: z.number() });

/** Return the Set-Cookie header for a person who has entered the password but not yet the second factor's code. */
export const createPendingSignInCookie = (userId: number, now: Date): Promise<string> =>
  halfCookie().serialize({ user: userId, until: now.getTime() + MINUTES * 60_000 });

export const clearPendingSignInCookie = (): Promise<string> => halfCookie().serialize("", { maxAge: 0 });

/** Return the person who entered the password in this browser within the last ten minutes; null otherwise. */
export async function readPendingSignIn(request: Request, now: Date): Promise<number | null> {
  const parsed = half.safeParse(await halfCookie().parse(request.headers.get("Cookie")));
  return parsed.success && parsed.data.until > now.getTime() ? parsed.data.user : null;
}
