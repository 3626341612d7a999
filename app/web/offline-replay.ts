import { data } from "@remix-run/node";
import type { StaticHandlerContext } from "@remix-run/router";
import { toRecord } from "~/lib/object/records";
import { isZone } from "~/lib/time/time";
import type { Actor } from "./actor";

/*
 * Header of a form that a device stored while offline and now sends automatically; its value is the form's owner. The
 * response is a short outcome instead of a page (docs/no-signal.md): the device deletes the form only if the outcome is
 * `saved`.
 */
const HEADER = "X-Replay";

export const isReplay = (request: Request): boolean =>
  request.method === "POST" && request.headers.has(HEADER);

/** Check whether the form was typed by another user than the one whose session sends it, or for another company. */
export function isFromAnotherUser(request: Request, { user, company }: Actor): boolean {
  const sender = request.headers.get(HEADER);
  return request.method === "POST" && sender !== null && sender !== `${user?.id ?? ""}.${company?.id ?? ""}`;
}

/** Maximum age of a stored form, and maximum difference between two clocks up to which both count as correct. */
const LONGEST_MS = 30 * 24 * 3_600_000;
const APART_MS = 120_000;
/**
 * Maximum plausible time between typing and sending, by the device's clock. If the time is longer, the clock was
 * corrected in between.
 */
const NEVER_MS = 365 * 24 * 3_600_000;

/** Time when a form stored on a device was typed, by the device's and the server's clock. */
export type DeviceTypingTime = {
  /**
   * The time to use: the device's time if its clock is correct. Otherwise the server's time minus the time elapsed
   * since typing. If the clock was corrected in between, the elapsed time is unknown, and the arrival time is used.
   */
  at: Date;
  /** The device's clock when the form was typed, and when it was sent. */
  device_at: string;
  device_sent_at: string;
  /** Seconds by which the device's clock is ahead of the server's. */
  ahead_seconds: number;
  is_clock_wrong: boolean;
  /** True if the device's clock was wrong when the form was typed, and corrected before it was sent. */
  was_clock_set?: true;
  /** Time zone of the times on the device's pages. */
  zone: string | null;
  /** True if site operators sent the form for the user who filled it in, from a file of the user's device. */
  by_support?: true;
};

/**
 * Return the time at which a form was typed, as reported by the device (`getReplayHeaders` of the behaviors); null if
 * missing or unreadable.
 */
export function readDeviceTypingTime(request: Request, now: Date): DeviceTypingTime | null {
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

/** Return the context for a form that a device stored: times in it are read in the time zone of the device. */
export function createReplayContext<C extends { actor: Actor; now: Date }>(
  request: Request,
  call: C,
  bySupport = false,
): C {
  const typedOnDevice = readDeviceTypingTime(request, call.now);
  if (!typedOnDevice) return call;
  const typed: DeviceTypingTime = bySupport ? { ...typedOnDevice, by_support: true } : typedOnDevice;
  return { ...call, typed, actor: typed.zone ? { ...call.actor, zone: typed.zone } : call.actor };
}

/** Return the device data to record in the history; nothing if the user sent the form at once with a correct clock. */
export const toDeviceRecord = ({ at, ...typed }: DeviceTypingTime, now: Date) =>
  typed.by_support || typed.is_clock_wrong || now.getTime() - at.getTime() > APART_MS
    ? { device: typed }
    : {};

/** Return the time of the user's action: now, or the time when they pressed the button while offline. */
export const getActionTime = ({ typed, now }: { typed?: DeviceTypingTime | null; now: Date }): Date =>
  typed?.at ?? now;

type Outcome =
  | { outcome: "saved"; href: string; version: number | null }
  | { outcome: "refused"; message: string; odd?: true; changed?: true; spent?: true }
  | { outcome: "other"; message?: string };

/** Return the response that an action throws instead of a page. */
export const createReplayResponse = (outcome: Outcome, status: number) => data(outcome, { status });

/** Return the version in a procedure's result; null if it has none. */
export function getResultVersion(result: unknown): number | null {
  const { version } = toRecord(result);
  return typeof version === "number" ? version : null;
}

const SORRY = "The server refused it. Open the form to see why.";

/**
 * Return the response to an automatically sent form, created from its action's result: an outcome, a refusal or a
 * form's errors.
 */
export function toReplayResponse(
  { actionData, errors }: Pick<StaticHandlerContext, "actionData" | "errors">,
  status: number,
  headers: Headers,
): Response {
  const thrown = Object.values(errors ?? {}).map((error) => toRecord(toRecord(error).data))[0];
  const replies = Object.values(actionData ?? {}).map((answer) => toRecord(toRecord(answer).reply));
  const matches = replies.flatMap(({ error }) => Object.values(toRecord(error)).flat()).filter(Boolean);
  const message = typeof thrown?.message === "string" ? thrown.message : matches.join(" ");
  // Unusual values are saved once the user confirms them with the form's "Save anyway" button.
  const wrong = replies.flatMap(({ error }) =>
    Object.entries(toRecord(error)).flatMap(([name, told]) =>
      Array.isArray(told) && told.length ? name : [],
    ),
  );
  const odd = wrong.join() === "save_anyway";
  // If another user saved first, the form's own page shows both versions.
  const says = (name: string) =>
    Object.values(actionData ?? {}).some((answer) => toRecord(answer)[name] !== undefined);
  const changed = says("conflict");
  // The form's id was already used with other values, so the form can't be sent under this id anymore.
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
