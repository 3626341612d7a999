/*
 * Rules of the outbox of this device, without a browser: what is kept, what an answer means, and what a page that was kept
 * looks like when it is shown without a signal. docs/no-signal.md has the whole of it.
 */

/** Who a thing was typed by, and for which company: what one person typed is never sent as another's. */
export type Who = { user: string; company: string };

export const STATES = ["sending", "unsure", "waiting", "needs", "sent"] as const;
/**
 * `sending`: on its way by the form's own post. `unsure`: answered, but not in a way that says it was saved.
 * `waiting`: not sent yet. `needs`: refused, somebody has to look. `sent`: the server has said that it's saved.
 */
export type State = (typeof STATES)[number];

/** A form as it was sent, with everything that is needed to send it again. */
export type KeptForm = {
  /** The form's own id, spent on the server by being carried out once. */
  id: string;
  user: string;
  company: string;
  /** Where it is posted, a path with its query. */
  action: string;
  /** The page that the form was on. */
  page: string;
  title: string;
  type: string;
  body: ArrayBuffer;
  /** Its words, without files. */
  fields: [string, string][];
  /** By the device's clock, in milliseconds. */
  typed_at: number;
  /** The device's minutes behind UTC then. */
  zone_minutes: number;
  state: State;
  tries: number;
  /** Why it waits or what is wrong with it, in the server's words. */
  said: string;
  /** What it came to. */
  href: string;
  sent_at: number | null;
};

/** The load or job that a form is about; what is sent of one thing keeps its order. Null for what makes a new one. */
export const formSubject = (action: string): string | null =>
  /^\/(?:trip-tickets|jobs|sheets)\/\d+/.exec(action)?.[0] ?? null;

/** Who a page was made for; null where it is nobody's. */
export function whoIn(html: string): Who | null {
  const user = /data-user="(\d+)"/.exec(html)?.[1];
  const company = /data-company="(\d*)"/.exec(html)?.[1];
  return user === undefined || company === undefined ? null : { user, company };
}

export const titleIn = (html: string): string =>
  (/<title>([^<]*)</.exec(html)?.[1] ?? "")
    .replace(/ · Timbertally$/, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** At most so many pages are brought in advance, so that a slow line isn't busy with them. */
const MOST_AHEAD = 8;
/** Pages that the page of today leads to: the loads that somebody has to bring, and the form for another. */
export function aheadOf(html: string): string[] {
  const paths = [...html.matchAll(/href="(\/trip-tickets\/(?:\d+|new))"/g)].flatMap(
    (found) => found[1] ?? [],
  );
  return [...new Set(paths)].slice(0, MOST_AHEAD);
}

/** The scripts and styles that a page names. */
export const filesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/(?:href|src)="(\/(?:assets|behaviors)\/[^"]+)"/g)].flatMap((found) => found[1] ?? []),
  ),
];

const SUBMISSION = /(name="submission_id" value=")[^"]*"/g;
/** All scripts but the behaviors: React would take away what was put in. */
const OTHER_SCRIPTS = /<script\b(?![^>]*src="\/behaviors\/)[^>]*>[\s\S]*?<\/script>/g;
const SIGNAL = /<div role="status" class="signal"[^>]*>/;
/**
 * A kept page as it's shown without a signal: it says so where it says `when`, and its forms have ids of their own, since
 * one that was spent would make the next load another copy of the last.
 */
export function shownAgain(html: string, kept: { when: string | null; newId: () => string }): string {
  const words = kept.when && `No signal. This page was saved on this device ${kept.when}.`;
  const line = words ? `<p class="offline">${words}</p>` : "";
  return html
    .replace(OTHER_SCRIPTS, "")
    .replace(SUBMISSION, (_, start: string) => `${start}${kept.newId()}"`)
    .replace(SIGNAL, `<div role="status" class="signal" data-kept-page="">${line}`);
}

/** What the server says of a form that is sent by itself (app/web/replay.server.ts). */
export type ReplayAnswer =
  | { outcome: "saved"; href: string; version: number | null }
  | { outcome: "refused"; message: string }
  | { outcome: "other"; message: string };

/** What becomes of an item, and whether the ones behind it are sent now. */
export type Verdict = { state: State; said: string; href?: string; goOn: boolean };

const WAITS_FOR = {
  signIn: "Sign in, and it will be sent.",
  other: "It was typed for another company. Switch to that company, and it will be sent.",
  busy: "The server couldn't take it yet. It will be sent again.",
};

/** Only the server's own word ends an item: a page of somebody else's, as of a motel's network, says nothing. */
export function verdictOf(status: number, answer: ReplayAnswer | null): Verdict {
  if (answer?.outcome === "saved" && status === 200)
    return { state: "sent", said: "", href: answer.href, goOn: true };
  if (answer && status === 401) return { state: "waiting", said: WAITS_FOR.signIn, goOn: false };
  if (answer?.outcome === "other") return { state: "waiting", said: WAITS_FOR.other, goOn: true };
  if (answer?.outcome === "refused" && status >= 400 && status < 500 && status !== 429)
    return { state: "needs", said: answer.message, goOn: true };
  return { state: "waiting", said: answer ? WAITS_FOR.busy : "", goOn: false };
}

/** The answer's JSON, where it is one of the server's; null for anything else. */
export function readAnswer(text: string): ReplayAnswer | null {
  let value: Record<string, unknown>;
  try {
    value = { ...JSON.parse(text) };
  } catch {
    return null;
  }
  const { outcome, href, version, message } = value;
  if (outcome === "saved" && typeof href === "string")
    return { outcome, href, version: typeof version === "number" ? version : null };
  if (outcome === "refused" || outcome === "other")
    return { outcome, message: typeof message === "string" ? message : "" };
  return null;
}

/** What is sent now, oldest first: nothing of a load whose earlier form somebody has to look at. */
export function dueOf(items: readonly KeptForm[], who: Who): KeptForm[] {
  const held = new Set<string>();
  return [...items]
    .sort((a, b) => a.typed_at - b.typed_at)
    .filter((item) => {
      const subject = formSubject(item.action);
      if (item.user !== who.user) return false;
      if (item.state === "needs" && subject) held.add(subject);
      return (item.state === "waiting" || item.state === "unsure") && !(subject && held.has(subject));
    });
}

const FORM = "application/x-www-form-urlencoded";

/**
 * The later forms of a load that were typed on the same page as one that is saved now: they follow upon it, so they name
 * the version that it made. If anybody else saved in between, the server still says so.
 */
export function followingOf(items: readonly KeptForm[], saved: KeptForm): KeptForm[] {
  const subject = formSubject(saved.action);
  const version = versionOf(saved);
  if (!subject || version === null) return [];
  return items
    .filter(
      (item) =>
        item.user === saved.user &&
        item.typed_at > saved.typed_at &&
        item.state === "waiting" &&
        item.type.startsWith(FORM) &&
        formSubject(item.action) === subject &&
        versionOf(item) === version,
    )
    .map((item) => {
      const fields = item.fields.map(([name, value]): [string, string] => [
        name,
        name === "version" ? String(version + 1) : value,
      ]);
      return { ...item, fields, body: new TextEncoder().encode(String(new URLSearchParams(fields))).buffer };
    });
}

function versionOf(item: KeptForm): number | null {
  const said = item.fields.find(([name]) => name === "version")?.[1];
  return said && /^\d+$/.test(said) ? Number(said) : null;
}

/** How long what was sent stays listed. */
const SENT_STAYS_MS = 30 * 24 * 3_600_000;
/** What was never answered because the browser was closed counts as not sent. */
const SENDING_ENDS_MS = 60_000;

/** Items as they are after a while: what was sent long ago is gone, what was interrupted waits. */
export function settled(items: readonly KeptForm[], now: number): { keep: KeptForm[]; gone: KeptForm[] } {
  const isGone = (item: KeptForm) => item.sent_at !== null && now - item.sent_at > SENT_STAYS_MS;
  const keep = items
    .filter((item) => !isGone(item))
    .map((item) =>
      item.state === "sending" && now - item.typed_at > SENDING_ENDS_MS
        ? { ...item, state: "waiting" as const }
        : item,
    );
  return { keep, gone: items.filter(isGone) };
}

/** Not at their end: what the count on every page counts. */
export const isUnsent = ({ state }: Pick<KeptForm, "state">): boolean => state !== "sent";
