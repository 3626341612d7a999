import { data } from "@remix-run/node";
import type { StaticHandlerContext } from "@remix-run/router";
import { toRecord } from "~/lib/object/records";
import { isZone } from "~/lib/time/time";
import type { Actor } from "./actor";

/*
 * Header of a form that a device stored without a signal and now sends automatically; it names the owner. The response
 * is a short outcome, not a page (docs/no-signal.md): only `saved` removes it from the device.
 */
const HEADER = "X-Replay";

export const isReplay = (request: Request): boolean =>
  request.method === "POST" && request.headers.has(HEADER);

/** Check whether the form was typed by a different user than the one whose session sends it, or for another company. */
export function isFromAnotherUser(request: Request, { user, company }: Actor): boolean {
  const sender = request.headers.get(HEADER);
  return request.method === "POST" && sender !== null && sender !== `${user?.id ?? ""}.${company?.id ?? ""}`;
}

/** Maximum age of a form sent now, and maximum difference between two correct clocks. */
const LONGEST_MS = 30 * 24 * 3_600_000;
const APART_MS = 120_000;
/** Waiting time by its device above which the form was typed under a clock that was corrected in between. */
const NEVER_MS = 365 * 24 * 3_600_000;

/** Time when a form stored on a device was typed, by both clocks. */
export type TypedOnDevice = {
  /**
   * The time that counts: the device's, or if its clock is wrong the server's minus the time elapsed since. If the
   * clock was corrected in between, that is unknown: then it's the time of arrival.
   */
  at: Date;
  /** The device's clock when typed, and when sent. */
  device_at: string;
  device_sent_at: string;
  /** Seconds by which that clock is ahead of the server's. */
  ahead_seconds: number;
  is_clock_wrong: boolean;
  /** True if the clock was wrong when the form was typed, and corrected before it was sent. */
  was_clock_set?: true;
  /** Time zone of the times on the device's pages. */
  zone: string | null;
  /** True if site operators sent it for its writer, from the writer's file. */
  by_support?: true;
};

/**
 * Return the time at which a form was typed, as the device reports it (`getReplayHeaders` of the behaviors); null if not
 * reported.
 */
export function readTypedOnDevice(request: Request, now: Date): TypedOnDevice | null {
  const match = /^(\d{1,14}) (\d{1,14})(?: ([\w+/-]{1,60}))?$/.exec(
    (isReplay(request) && request.headers.get("X-Typed")) || "",
  );
  if (!match) return null;
  const [typed, sent] = [Number(match[1]), Number(match[2])];
  const ahead = sent - now.getTime();
  const was_clock_set = typed > sent + APART_MS || sent - typed > NEVER_MS;
  const is_clock_wrong = was_clock_set || Math.abs(ahead) > APART_MS;
  const index = was_clock_set ? now.getTime() : is_clock_wrong ? typed - ahead : typed;
  return {
    at: new Date(Math.min(Math.max(index, now.getTime() - LONGEST_MS), now.getTime())),
    device_at: new Date(typed).toISOString(),
    device_sent_at: new Date(sent).toISOString(),
    ahead_seconds: Math.round(ahead / 1000),
    is_clock_wrong,
    ...(was_clock_set ? { was_clock_set } : {}),
    zone: match[3] && isZone(match[3]) ? match[3] : null,
  };
}

/** Return the call of a form that a device stored for a while: its times are read in the zone in which they were typed. */
export function contextForReplay<C extends { actor: Actor; now: Date }>(
  request: Request,
  call: C,
  bySupport = false,
): C {
  const typedOnDevice = readTypedOnDevice(request, call.now);
  if (!typedOnDevice) return call;
  const typed: TypedOnDevice = bySupport ? { ...typedOnDevice, by_support: true } : typedOnDevice;
  return { ...call, typed, actor: typed.zone ? { ...call.actor, zone: typed.zone } : call.actor };
}

/** Return what history records of it; nothing if its writer sent it at once with a correct clock. */
export const toRecordedDevice = ({ at, ...typed }: TypedOnDevice, now: Date) =>
  typed.by_support || typed.is_clock_wrong || now.getTime() - at.getTime() > APART_MS
    ? { device: typed }
    : {};

/** Return the time of the user's action: now, or when they pressed the button without a signal. */
export const getActedAt = ({ typed, now }: { typed?: TypedOnDevice | null; now: Date }): Date =>
  typed?.at ?? now;

type Outcome =
  | { outcome: "saved"; href: string; version: number | null }
  | { outcome: "refused"; message: string; odd?: true; changed?: true; spent?: true }
  | { outcome: "other"; message?: string };

/** Return what an action throws instead of a page. */
export const replayResponse = (outcome: Outcome, status: number) => data(outcome, { status });

/** Return the version in a procedure's result; null if it has none. */
export function getResultVersion(result: unknown): number | null {
  const { version } = toRecord(result);
  return typeof version === "number" ? version : null;
}

const SORRY = "The server refused it. Open the form to see why.";

/** Return the response to an automatically sent form, from its action's result: an outcome, a refusal or a form's reply. */
export function getReplayAnswer(
  { actionData, errors }: Pick<StaticHandlerContext, "actionData" | "errors">,
  status: number,
  headers: Headers,
): Response {
  const thrown = Object.values(errors ?? {}).map((error) => toRecord(toRecord(error).data))[0];
  const replies = Object.values(actionData ?? {}).map((answer) => toRecord(toRecord(answer).reply));
  const matches = replies.flatMap(({ error }) => Object.values(toRecord(error)).flat()).filter(Boolean);
  const message = typeof thrown?.message === "string" ? thrown.message : matches.join(" ");
  // Unusual values are saved once the writer confirms them, as with the button on the page.
  const wrong = replies.flatMap(({ error }) =>
    Object.entries(toRecord(error)).flatMap(([name, told]) =>
      Array.isArray(told) && told.length ? name : [],
    ),
  );
  const odd = wrong.join() === "save_anyway";
  // Another user saved first: the form's own page shows both versions.
  const says = (name: string) =>
    Object.values(actionData ?? {}).some((answer) => toRecord(answer)[name] !== undefined);
  const changed = says("conflict");
  // Its id was already used with other values, so it can't be sent under it anymore.
  const spent = says("alreadySent");
  const outcome = thrown?.outcome
    ? thrown
    : {
        outcome: "refused",
        message: message || SORRY,
        ...(odd ? { odd } : {}),
        ...(changed ? { changed } : {}),
        ...(spent ? { spent } : {}),
      };
  headers.set("Content-Type", "application/json");
  headers.set("Cache-Control", "no-store");
  return new Response(JSON.stringify(outcome), { status, headers });
}
