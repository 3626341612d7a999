import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { lazy } from "~/lib/process-state";
import { getApp } from "~/web/app.server";
import type { RouteArgs } from "~/web/context.server";
import { env } from "~/web/env.server";
import type { CountedTry } from "~/web/rate-limit.server";
import { readSignInLimitKey } from "./find-user.server";

const DEVICE_DAYS = 400;
/** Maximum number of people remembered per device; a shared tablet at a scale house has several users. */
const MAX_PEOPLE = 10;
/** Maximum tries from all unknown devices together, as a multiple of the tries from one address. */
const FROM_EVERYWHERE = 5;
const FROM_ONE_ADDRESS = 10;

/** Signed cookie with the people who have signed in on this device. It proves nothing else, and signs nobody in. */
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

/** Return the id of the request's device if this person has signed in on that device before. */
export async function getKnownDeviceId(request: Request, userId: number): Promise<string | null> {
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

/** Return the counter of tries by network address, for all accounts together, even if the account name can't be read. */
export const getAddressTry = (address: string): CountedTry => ({
  limit: env().RATE_LIMIT_SIGN_IN * FROM_ONE_ADDRESS,
  bucket: `sign-in-from:${address}`,
});

/**
 * Return the counters for a password typed for an account. A device on which the person has signed in before has its
 * own counter, so that nobody elsewhere can keep the person out. Other devices count by network address, and also all
 * together.
 */
export async function getSignInTries({ request, context }: RouteArgs, login: string): Promise<CountedTry[]> {
  const { db } = await getApp();
  const limit = env().RATE_LIMIT_SIGN_IN;
  const key = await readSignInLimitKey(db.read, login);
  const known = await deviceOf(request);
  if (known?.people.some((id) => key === `u${id}`)) return [{ limit, bucket: onDevice(known.id, key) }];
  return [
    getAddressTry(context.address),
    { limit, bucket: fromAddress(context.address, key) },
    { limit: limit * FROM_EVERYWHERE, bucket: `sign-in:${key}` },
  ];
}

/** Return the counters that are reset by the right password from this device and address. */
export async function getSignInBuckets({ request, context }: RouteArgs, userId: number): Promise<string[]> {
  const known = await deviceOf(request);
  const key = `u${userId}`;
  return [fromAddress(context.address, key), ...(known ? [onDevice(known.id, key)] : [])];
}
