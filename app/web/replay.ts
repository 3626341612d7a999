import { data } from "@remix-run/node";
import type { StaticHandlerContext } from "@remix-run/router";
import { ownFields } from "~/domain/records/records";
import { isZone } from "~/domain/time/time";
import type { Actor } from "./actor";

/*
 * A form that a device kept without a signal and now sends by itself says so in a header, which names whose it is. It is
 * answered in a few words and not with a page (docs/no-signal.md): only `saved` ends it there.
 */
const HEADER = "X-Replay";

export const isReplay = (request: Request): boolean =>
  request.method === "POST" && request.headers.has(HEADER);

/** Whether the form was typed by somebody else than the one whose session sends it, or for another company. */
export function anotherSender(request: Request, { user, company }: Actor): boolean {
  const sender = request.headers.get(HEADER);
  return request.method === "POST" && sender !== null && sender !== `${user?.id ?? ""}.${company?.id ?? ""}`;
}

/** So long ago at most may what is sent now have been typed, and so far apart may two right clocks be. */
const LONGEST_MS = 30 * 24 * 3_600_000;
const APART_MS = 120_000;
/** What waited longer than this by its device was typed by a clock that was put right in between. */
const NEVER_MS = 365 * 24 * 3_600_000;

/** When somebody typed what a device kept and sends now, by both clocks. */
export type TypedOnDevice = {
  /**
   * The moment that counts: the device's, or where its clock is wrong the server's less the time that went by since. Where
   * the clock was put right in between, nobody knows how long that was: then it's the moment of arrival.
   */
  at: Date;
  /** What the device's clock said then, and as it was sent. */
  device_at: string;
  device_sent_at: string;
  /** How far that clock is ahead of the server's. */
  ahead_seconds: number;
  is_clock_wrong: boolean;
  /** The clock was wrong as the form was typed, and put right before it was sent. */
  was_clock_set?: true;
  /** The zone in which the device's pages said their times. */
  zone: string | null;
  /** Those who run the site sent it for its writer, from the writer's file. */
  by_support?: true;
};

/** What a device says of the time at which a form was typed (`saysOf` of the behaviors); null where it says nothing. */
export function typedOn(request: Request, now: Date): TypedOnDevice | null {
  const said = /^(\d{1,14}) (\d{1,14})(?: ([\w+/-]{1,60}))?$/.exec(
    (isReplay(request) && request.headers.get("X-Typed")) || "",
  );
  if (!said) return null;
  const [typed, sent] = [Number(said[1]), Number(said[2])];
  const ahead = sent - now.getTime();
  const was_clock_set = typed > sent + APART_MS || sent - typed > NEVER_MS;
  const is_clock_wrong = was_clock_set || Math.abs(ahead) > APART_MS;
  const at = was_clock_set ? now.getTime() : is_clock_wrong ? typed - ahead : typed;
  return {
    at: new Date(Math.min(Math.max(at, now.getTime() - LONGEST_MS), now.getTime())),
    device_at: new Date(typed).toISOString(),
    device_sent_at: new Date(sent).toISOString(),
    ahead_seconds: Math.round(ahead / 1000),
    is_clock_wrong,
    ...(was_clock_set ? { was_clock_set } : {}),
    zone: said[3] && isZone(said[3]) ? said[3] : null,
  };
}

/** The call of a form that a device kept for a while: its times are read in the zone in which they were typed. */
export function keptFor<C extends { actor: Actor; now: Date }>(
  request: Request,
  call: C,
  bySupport = false,
): C {
  const said = typedOn(request, call.now);
  if (!said) return call;
  const typed: TypedOnDevice = bySupport ? { ...said, by_support: true } : said;
  return { ...call, typed, actor: typed.zone ? { ...call.actor, zone: typed.zone } : call.actor };
}

/** What history keeps of it; nothing where its writer sent it at once by a clock that is right. */
export const recordedDevice = ({ at, ...typed }: TypedOnDevice, now: Date) =>
  typed.by_support || typed.is_clock_wrong || now.getTime() - at.getTime() > APART_MS
    ? { device: typed }
    : {};

/** When somebody did what a procedure carries out: now, or when they pressed the button without a signal. */
export const actedAt = ({ typed, now }: { typed?: TypedOnDevice | null; now: Date }): Date =>
  typed?.at ?? now;

type Outcome =
  | { outcome: "saved"; href: string; version: number | null }
  | { outcome: "refused"; message: string; odd?: true; changed?: true; spent?: true }
  | { outcome: "other"; message?: string };

/** What an action throws in place of a page. */
export const replayed = (outcome: Outcome, status: number) => data(outcome, { status });

/** The version that a procedure's result says it made; null where it says none. */
export function versionIn(result: unknown): number | null {
  const { version } = ownFields(result);
  return typeof version === "number" ? version : null;
}

const SORRY = "The server refused it. Open the form to see why.";

/** The answer to a form that sends itself, from what its action came to: an outcome, a refusal or a form's reply. */
export function replayAnswer(
  { actionData, errors }: Pick<StaticHandlerContext, "actionData" | "errors">,
  status: number,
  headers: Headers,
): Response {
  const thrown = Object.values(errors ?? {}).map((error) => ownFields(ownFields(error).data))[0];
  const replies = Object.values(actionData ?? {}).map((answer) => ownFields(ownFields(answer).reply));
  const said = replies.flatMap(({ error }) => Object.values(ownFields(error)).flat()).filter(Boolean);
  const message = typeof thrown?.message === "string" ? thrown.message : said.join(" ");
  // What looks odd is saved once the writer says that it's right, as the button of the page does.
  const wrong = replies.flatMap(({ error }) =>
    Object.entries(ownFields(error)).flatMap(([name, told]) =>
      Array.isArray(told) && told.length ? name : [],
    ),
  );
  const odd = wrong.join() === "save_anyway";
  // Somebody else saved first: the form's own page shows both beside each other.
  const says = (name: string) =>
    Object.values(actionData ?? {}).some((answer) => ownFields(answer)[name] !== undefined);
  const changed = says("conflict");
  // Its id was spent on other answers, so it can't be sent under it anymore.
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
