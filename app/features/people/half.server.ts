import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { madeOnce } from "#db/outliving";
import { env } from "~/web/env.server";

const MINUTES = 10;
/** Signed: who has shown their password here a moment ago. It opens nothing but the question for a code. */
const halfCookie = madeOnce(() => {
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

/** The Set-Cookie header of who has shown their password and not their code. */
export const halfSignedIn = (userId: number, now: Date): Promise<string> =>
  halfCookie().serialize({ user: userId, until: now.getTime() + MINUTES * 60_000 });

export const forgetHalf = (): Promise<string> => halfCookie().serialize("", { maxAge: 0 });

/** Who has shown their password here within ten minutes; null otherwise. */
export async function halfOf(request: Request, now: Date): Promise<number | null> {
  const parsed = half.safeParse(await halfCookie().parse(request.headers.get("Cookie")));
  return parsed.success && parsed.data.until > now.getTime() ? parsed.data.user : null;
}
