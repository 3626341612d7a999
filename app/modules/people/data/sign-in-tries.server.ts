import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { lazy } from "~/lib/process-state";
import { getApp } from "~/web/app.server";
import type { RouteArgs } from "~/web/context.server";
import { env } from "~/web/env.server";
import type { CountedTry } from "~/web/rate-limit.server";
import { readAccountKey } from "./find-user.server";

const DEVICE_DAYS = 400;
/** Maximum number of people remembered per device; a shared tablet at a scale house has several. */
const MAX_PEOPLE = 10;
/** Tries from all strange devices together, as a multiple of what one address has. */
const FROM_EVERYWHERE = 5;
const FROM_ONE_ADDRESS = 10;

/** Signed cookie with the people who have signed in on this device. It proves nothing else, and lets nobody in. */
const deviceCookie = lazy(() => {
  const secure = env().PUBLIC_URL.startsWith("https:");
  return createCookie(secure ? "__Host-tt_device" : "tt_device", {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure,
    secrets: [env().SESSION_SECRET],
    maxAge: DEVICE_DAYS * 86_400,
  });
});

const device = z.object({ id: z.string().max(40), people: z.array(z.number().int()).max(MAX_PEOPLE) });

async function deviceOf(request: Request) {
  const parsed = device.safeParse(await deviceCookie().parse(request.headers.get("Cookie")));
  return parsed.success ? parsed.data : null;
}

/** Return the id of the request's device if this person has signed in on it before. */
export async function ownDeviceOf(request: Request, userId: number): Promise<string | null> {
  const known = await deviceOf(request);
  return known?.people.includes(userId) ? known.id : null;
}

/** Return the Set-Cookie header that marks this device as the person's. */
export async function createDeviceCookie(request: Request, userId: number): Promise<string> {
  const known = await deviceOf(request);
  const people = [userId, ...(known?.people ?? []).filter((id) => id !== userId)].slice(0, MAX_PEOPLE);
  return deviceCookie().serialize({ id: known?.id ?? randomBytes(16).toString("base64url"), people });
}

const onDevice = (id: string, key: string) => `sign-in-on:${id}:${key}`;
const fromAddress = (address: string, key: string) => `sign-in:${key}@${address}`;

/** Tries are counted by where they come from, whichever account they're for, even if the name can't be read. */
export const addressTry = (address: string): CountedTry => ({
  limit: env().RATE_LIMIT_SIGN_IN * FROM_ONE_ADDRESS,
  bucket: `sign-in-from:${address}`,
});

/**
 * What to count when somebody types a password for an account. A device that its person has signed in on counts for
 * itself, so that nobody elsewhere can keep them out; any other counts by its address, and all of them together.
 */
export async function getSignInTries({ request, context }: RouteArgs, login: string): Promise<CountedTry[]> {
  const { db } = await getApp();
  const limit = env().RATE_LIMIT_SIGN_IN;
  const key = await readAccountKey(db.read, login);
  const known = await deviceOf(request);
  if (known?.people.some((id) => key === `u${id}`)) return [{ limit, bucket: onDevice(known.id, key) }];
  return [
    addressTry(context.address),
    { limit, bucket: fromAddress(context.address, key) },
    { limit: limit * FROM_EVERYWHERE, bucket: `sign-in:${key}` },
  ];
}

/** Return the counters that a right password from this device and address resets. */
export async function getSignInBuckets({ request, context }: RouteArgs, userId: number): Promise<string[]> {
  const known = await deviceOf(request);
  const key = `u${userId}`;
  return [fromAddress(context.address, key), ...(known ? [onDevice(known.id, key)] : [])];
}
