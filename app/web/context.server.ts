import type { AppLoadContext } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import { evaluateCrews } from "~/domain/access/crew-permissions";
import { isPoint, type Point } from "~/domain/geo/geo";
import type { Actor } from "./actor";
import { actorOf, signedOutActor } from "./actor.server";
import { app } from "./app.server";
import { asPage } from "./as-page.server";
import { env } from "./env.server";
import type { Call } from "./perform.server";
import { isReplay } from "./replay";
import { readSession, type SessionRow } from "./session.server";

/** What a route hands on: the request's place in the app. */
export type RouteArgs = { request: Request; context: AppLoadContext };

const LONG_AGO = new Date(0).toISOString();

/** Where somebody sets up what their sign-in lacks. */
const SECOND_FACTOR = "/profile/second-factor";

type Known = { actor: Actor; session: SessionRow | null };

const known = new WeakMap<AppLoadContext, Promise<Known>>();

/** Who makes this request; looked up once per request, however many loaders ask. */
export function whoIs(args: RouteArgs): Promise<Known> {
  return forPage(identify(args));
}

/** What the sign-in of this request is kept by; "" without one. */
export const sessionHashOf = async (args: RouteArgs): Promise<string> =>
  (await whoIs(args)).session?.token_hash ?? "";

function identify({ request, context }: RouteArgs): Promise<Known> {
  let found = known.get(context);
  if (!found) {
    found = (context.writer ? writerOf(request, context.writer) : lookUp(request)).then((who) => {
      context.noteActor?.(who.actor.key);
      return who;
    });
    known.set(context, found);
  }
  return found;
}

/** What fails because the database is away is a page that says so. */
const forPage = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asPage(error);
  });

async function lookUp(request: Request): Promise<Known> {
  const zone = cookieValue(request, "tt_zone");
  const signedIn = await readSession(request);
  if (!signedIn) return { actor: signedOutActor(zone), session: null };
  const { db } = await app();
  const { session, user } = signedIn;
  const actor = await actorOf(db.read, user, session.active_company_id, zone);
  return { actor: session.second_at === null ? withoutSecond(actor) : actor, session };
}

/** Whose form is sent for them, for the company that they typed it for (`AppLoadContext.writer`). */
export type ForWriter = { user_id: number; company_id: number };

/**
 * The writer of a form that those who run the site send for them: with the rights that this person has in that company now,
 * and never those of the site. Only a form that a device kept is sent like that.
 */
async function writerOf(request: Request, { user_id, company_id }: ForWriter): Promise<Known> {
  const { db } = await app();
  const [row] = await db.read.select().from(user).where(eq(user.id, user_id));
  if (!row || !isReplay(request)) return { actor: signedOutActor(null), session: null };
  return { actor: await actorOf(db.read, { ...row, is_super_user: false }, company_id, null), session: null };
}

/**
 * Who runs the site, or is an admin of a company that asks for it, can do nothing with a password alone: without a second
 * factor they belong to no company and have no rights, until they have set one up. On a demo the site itself asks nobody.
 */
export function withoutSecond(actor: Actor): Actor {
  const runsSite = actor.user?.is_super_user === true && !env().DEMO;
  const isAdmin = actor.company?.asks_second_factor === true && actor.permissions.is_primary;
  if (!actor.user || (!runsSite && !isAdmin)) return actor;
  return {
    ...actor,
    key: `u${actor.user.id}`,
    user: { ...actor.user, is_super_user: false },
    company: null,
    companies: [],
    permissions: evaluateCrews([]),
    lacks_second_factor: true,
  };
}

/** A plain cookie's value, for preferences that carry no trust. */
export function cookieValue(request: Request, name: string): string | null {
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return decoded(part.slice(at + 1).trim());
  }
  return null;
}

/** The decoded value; null if we didn't encode it, because then it isn't a preference. */
function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** The call that a procedure needs, signed in or not. */
export const openContext = (args: RouteArgs): Promise<Call> => forPage(openCall(args));

/** As {@link openContext} for programs: throws what they are answered with in JSON. */
export async function openCall(args: RouteArgs): Promise<Call> {
  const [{ db, now }, { actor, session }] = await Promise.all([app(), identify(args)]);
  const { request } = args;
  const near = () => placeInHeaders(request.headers, env().GEO_HEADERS);
  const said = () => placeInCookie(request);
  // Whose form is sent for them hasn't typed a password.
  const signedInAt = args.context.writer ? LONG_AGO : session?.created_at;
  const hash = session?.token_hash ?? null;
  return { db, actor, now: now(), address: args.context.address, near, said, signedInAt, session: hash };
}

/** Where a person's browser has said within the hour that they are, to about a kilometer: a plain cookie without trust. */
export function placeInCookie(request: Request): Point | null {
  const [, north, east] =
    /^(-?\d{1,2}\.\d{2}),(-?\d{1,3}\.\d{2})$/.exec(cookieValue(request, "tt_place") ?? "") ?? [];
  const place = { latitude: Number(north), longitude: Number(east) };
  return north && east && isPoint(place) ? place : null;
}

/** Where a proxy in front says that the caller's address is; null where it says nothing that makes sense. */
export function placeInHeaders(headers: Headers, names: string | undefined): Point | null {
  const said = (names ?? "").split(",").map((name) => (name && headers.get(name)) || "x");
  const [latitude = Number.NaN, longitude = Number.NaN] = said.map(Number);
  return isPoint({ latitude, longitude }) ? { latitude, longitude } : null;
}

/** The call for a signed-in person; anyone else is sent to sign in and comes back here after. */
export async function userContext(args: RouteArgs): Promise<Call> {
  const call = await openContext(args);
  if (!call.actor.user) throw redirect(signInPath(args.request));
  const { pathname } = new URL(args.request.url);
  if (call.actor.lacks_second_factor && !pathname.startsWith("/profile")) throw redirect(SECOND_FACTOR);
  return call;
}

/** The call for a person acting for a company; a person without an active one is sent to choose or to wait for one. */
export async function context(args: RouteArgs): Promise<Call> {
  const call = await userContext(args);
  if (!call.actor.company) throw redirect(withNext("/companies", args.request));
  return call;
}

export const signInPath = (request: Request): string => withNext("/login", request);

/** The address of a page that asks something first, and leads on to the page that was asked for. */
function withNext(path: string, request: Request): string {
  const { pathname, search } = new URL(request.url);
  const next = `${pathname.replace(/\.data$/, "")}${search}`;
  return next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** Only a path of this app may follow a sign-in; anything else becomes the dashboard. In the letters of a header. */
export function safeNext(next: unknown): string {
  if (typeof next !== "string" || !isPathHere(next)) return "/";
  return inHeader(next);
}

/** A path of this app: browsers drop tabs and line ends of an address, and take `\\` for `/`. */
export const isPathHere = (text: string): boolean =>
  text.isWellFormed() && /^\/(?![/\\])[\x20-\x5b\x5d-\u{10ffff}]*$/u.test(text);

/** An address as a header can carry it: every letter that is not plain ASCII is encoded, and nothing else. */
export const inHeader = (address: string): string =>
  address.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
