import type { AppLoadContext } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import { combineCrewFlags } from "~/lib/access/crew-permissions";
import { isValidPoint, type Point } from "~/lib/geo/geo";
import type { Actor } from "./actor";
import { createActor, createSignedOutActor } from "./actor.server";
import { getApp } from "./app.server";
import { env } from "./env.server";
import { toErrorResponse } from "./error-response.server";
import { isReplay } from "./offline-replay";
import type { Call } from "./run-procedure.server";
import { readSession, type SessionRow } from "./session.server";

/** Arguments that a route's loader or action passes on: the request and the app's context. */
export type RouteArgs = { request: Request; context: AppLoadContext };

const LONG_AGO = new Date(0).toISOString();

/** Page where users set up a missing second factor. */
const SECOND_FACTOR = "/profile/second-factor";

type Known = { actor: Actor; session: SessionRow | null };

const known = new WeakMap<AppLoadContext, Promise<Known>>();

/** Return the actor and session of this request. They are read once per request, however many loaders call this. */
export function identifyCaller(args: RouteArgs): Promise<Known> {
  return forPage(identify(args));
}

/** Return the token hash of this request's session; "" if it has none. */
export const getSessionHash = async (args: RouteArgs): Promise<string> =>
  (await identifyCaller(args)).session?.token_hash ?? "";

function identify({ request, context }: RouteArgs): Promise<Known> {
  let match = known.get(context);
  if (!match) {
    match = (context.writer ? writerOf(request, context.writer) : lookUp(request)).then((who) => {
      context.noteActor?.(who.actor.key);
      return who;
    });
    known.set(context, match);
  }
  return match;
}

/** Replace an error of an unavailable database with a page that shows the error's message. */
const forPage = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toErrorResponse(error);
  });

async function lookUp(request: Request): Promise<Known> {
  const zone = getCookie(request, "tt_zone");
  const signedIn = await readSession(request);
  if (!signedIn) return { actor: createSignedOutActor(zone), session: null };
  const { db } = await getApp();
  const { session, user } = signedIn;
  const actor = await createActor(db.read, user, session.active_company_id, zone);
  return { actor: session.second_factor_at === null ? toFirstFactorActor(actor) : actor, session };
}

/** User whose stored form support sends, and the company that the user filled it in for (`AppLoadContext.writer`). */
export type FormWriter = { user_id: number; company_id: number };

/**
 * Return the actor for a stored form that site operators send for the user who filled it in. The actor has that user's
 * current rights in the form's company, never those of the operators. Only a form stored on a device is sent this way.
 */
async function writerOf(request: Request, { user_id, company_id }: FormWriter): Promise<Known> {
  const { db } = await getApp();
  const [row] = await db.read.select().from(user).where(eq(user.id, user_id));
  if (!row || !isReplay(request)) return { actor: createSignedOutActor(null), session: null };
  return {
    actor: await createActor(db.read, { ...row, is_super_user: false }, company_id, null),
    session: null,
  };
}

/**
 * Remove company and rights from certain users who signed in with only a password: site operators, and admins of a
 * company that requires a second factor. These users get their rights back once they have set up a second factor. A
 * demo doesn't require one from operators.
 */
export function toFirstFactorActor(actor: Actor): Actor {
  const runsSite = actor.user?.is_super_user === true && !env().DEMO;
  const isAdmin = actor.company?.requires_second_factor === true && actor.permissions.is_primary;
  if (!actor.user || (!runsSite && !isAdmin)) return actor;
  return {
    ...actor,
    key: `u${actor.user.id}`,
    user: { ...actor.user, is_super_user: false },
    company: null,
    companies: [],
    permissions: combineCrewFlags([]),
    lacks_second_factor: true,
  };
}

/** Return the value of an unsigned cookie, for preferences that don't need to be trusted. */
export function getCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const index = part.indexOf("=");
    if (index > 0 && part.slice(0, index).trim() === name) return decoded(part.slice(index + 1).trim());
  }
  return null;
}

/** Return the decoded value; null if the encoding is invalid, because then this app did not create the cookie. */
function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** Return the context that a procedure needs, whether the user is signed in or not. */
export const createOpenContext = (args: RouteArgs): Promise<Call> => forPage(createOpenCall(args));

/** Like `createOpenContext`, but for API clients: throws an error that becomes their JSON response. */
export async function createOpenCall(args: RouteArgs): Promise<Call> {
  const [{ db, now }, { actor, session }] = await Promise.all([getApp(), identify(args)]);
  const { request } = args;
  const near = () => readPositionHeaders(request.headers, env().GEO_HEADERS);
  const said = () => readPositionCookie(request);
  // If support sends a stored form, the user who filled it in has not entered a password in this session.
  const signedInAt = args.context.writer ? LONG_AGO : session?.created_at;
  const hash = session?.token_hash ?? null;
  return { db, actor, now: now(), address: args.context.address, near, said, signedInAt, session: hash };
}

/**
 * Return the position, to about a kilometer, that a user's browser reported within the last hour, from an unsigned
 * cookie.
 */
export function readPositionCookie(request: Request): Point | null {
  const [, north, east] =
    /^(-?\d{1,2}\.\d{2}),(-?\d{1,3}\.\d{2})$/.exec(getCookie(request, "tt_place") ?? "") ?? [];
  const place = { latitude: Number(north), longitude: Number(east) };
  return north && east && isValidPoint(place) ? place : null;
}

/**
 * Return the position of the caller's network address from a proxy's headers; null if their values are missing or
 * invalid.
 */
export function readPositionHeaders(headers: Headers, names: string | undefined): Point | null {
  const lines = (names ?? "").split(",").map((name) => (name && headers.get(name)) || "x");
  const [latitude = Number.NaN, longitude = Number.NaN] = lines.map(Number);
  return isValidPoint({ latitude, longitude }) ? { latitude, longitude } : null;
}

/** Return the context for a signed-in user. Others are redirected to sign in and return here afterwards. */
export async function createUserContext(args: RouteArgs): Promise<Call> {
  const call = await createOpenContext(args);
  if (!call.actor.user) throw redirect(buildSignInPath(args.request));
  const { pathname } = new URL(args.request.url);
  if (call.actor.lacks_second_factor && !pathname.startsWith("/profile")) throw redirect(SECOND_FACTOR);
  return call;
}

/**
 * Return the context for a user acting for a company. A user without an active company is redirected to choose one or
 * to wait for one.
 */
export async function createContext(args: RouteArgs): Promise<Call> {
  const call = await createUserContext(args);
  if (!call.actor.company) throw redirect(withNext("/companies", args.request));
  return call;
}

export const buildSignInPath = (request: Request): string => withNext("/login", request);

/** Return the address of an intermediate page, such as sign-in, that then continues to the requested page. */
function withNext(path: string, request: Request): string {
  const { pathname, search } = new URL(request.url);
  const next = `${pathname.replace(/\.data$/, "")}${search}`;
  return next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/**
 * Return the path to open after sign-in, encoded for a header. Anything that isn't a path of this app becomes the
 * dashboard.
 */
export function getSafeNext(next: unknown): string {
  if (typeof next !== "string" || !isLocalPath(next)) return "/";
  return encodeForHeader(next);
}

/**
 * Check whether a text is a path of this app. Browsers drop tabs and line breaks from an address, and treat `\\` as
 * `/`.
 */
export const isLocalPath = (text: string): boolean =>
  text.isWellFormed() && /^\/(?![/\\])[\x20-\x5b\x5d-\u{10ffff}]*$/u.test(text);

/** Encode for a header exactly those characters of an address that are not plain ASCII. */
export const encodeForHeader = (address: string): string =>
  address.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
