/*
 * Rules of the outbox of this device, without a browser: what is kept, what an answer means, and what a page that was kept
 * looks like when it is shown without a signal. docs/no-signal.md has the whole of it.
 */

/** Who a thing was typed by, and for which company: what one person typed is never sent as another's. */
export type Who = { user: string; company: string };

const STATES = ["sending", "unsure", "waiting", "needs", "sent"] as const;
/**
 * `sending`: on its way by the form's own post. `unsure`: answered, but not in a way that says it was saved.
 * `waiting`: not sent yet. `needs`: refused, somebody has to look. `sent`: the server has said that it's saved.
 */
type State = (typeof STATES)[number];

/** What a state is called on the screen. */
const STATE_WORDS: Record<State, string> = {
  sending: "Sending",
  unsure: "Waiting to send",
  waiting: "Waiting to send",
  needs: "Needs you",
  sent: "Sent",
};
export const stateWords = ({ state, changed }: Pick<KeptForm, "state" | "changed">): string =>
  state === "needs" && changed ? "Changed by someone else" : STATE_WORDS[state];

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
  /** Its place in the order of typing, which a clock that is set back can't turn around. Builds of before go by `typed_at`. */
  order?: number;
  /** The device's minutes behind UTC then. */
  zone_minutes: number;
  /** The zone in which the pages of then said their times. Left out by builds of before. */
  zone?: string;
  /** The item that has to be saved before this one can be, where it is a step of a load that was typed on this device. */
  after?: string;
  state: State;
  tries: number;
  /** Why it waits or what is wrong with it, in the server's words. */
  said: string;
  /** It looks odd, and is saved once its writer says that it's right. */
  odd?: boolean;
  /** Somebody else saved it first: the form's own page shows what was typed next to what is saved. */
  changed?: boolean;
  /** Its id was spent on other answers: it can only be sent as a new form. */
  spent?: boolean;
  /** Its page was answered, and may show the form again under the same id. */
  answered?: boolean;
  /** Its writer has its form open again, to put it right. */
  editing?: boolean;
  /** Names and bytes of its files: a list says them without opening the body. */
  files?: [name: string, bytes: number][];
  /** What it came to. */
  href: string;
  sent_at: number | null;
};

/** What belongs to the sending and not to what somebody typed. */
export const NOT_TYPED =
  /^(submission_id|version|intent|seen_at|back|from|start|job_id|blank_sheet_id|sheet_sig)$/;

/** A load that isn't on the server yet is called by the id of the form that makes it. */
const UNSENT_LOAD = /^\/trip-tickets\/@([\w-]{8,64})/;
export const unsentLoad = (id: string): string => `/trip-tickets/@${id}`;
/** Whether a form makes one load. */
export const makesLoad = (action: string): boolean => /^\/trip-tickets\/new(\?|$)/.test(action);

/** The load or job that a form is about; what is sent of one thing keeps its order. Null for what makes a new one. */
export const formSubject = (action: string): string | null =>
  /^\/(?:trip-tickets|jobs|sheets)\/(?:\d+|@[\w-]{8,64})/.exec(action)?.[0] ?? null;

/**
 * Where an item is sent: a step of a load that was typed on this device goes to the ticket that its form came to. Null
 * while that isn't there yet.
 */
export function addressOf({ action }: Pick<KeptForm, "action">, items: readonly KeptForm[]): string | null {
  const id = UNSENT_LOAD.exec(action)?.[1];
  if (!id) return action;
  const made = items.find((item) => item.id === id);
  const ticket = made?.state === "sent" && /^\/trip-tickets\/\d+/.exec(made.href)?.[0];
  return ticket ? action.replace(unsentLoad(id), ticket) : null;
}

/** What an item is about, a load that isn't on the server yet included. */
export const loadOrJobOf = (item: KeptForm, items: readonly KeptForm[]): string | null =>
  formSubject(makesLoad(item.action) ? unsentLoad(item.id) : (addressOf(item, items) ?? item.action));

/** Whether a step that isn't sent yet needs an item to find its load. */
export const isNeeded = ({ id }: KeptForm, items: readonly KeptForm[]): boolean =>
  items.some((item) => isUnsent(item) && item.action.startsWith(`${unsentLoad(id)}/`));

/** What goes with an item that somebody discards: all steps of a load that will never be made. */
export const discardedWith = (item: KeptForm, items: readonly KeptForm[]): KeptForm[] =>
  items.filter(({ id, action }) => id === item.id || action.startsWith(`${unsentLoad(item.id)}/`));

/** What came right after an item that is discarded follows upon the one before it. */
export const relinked = (item: KeptForm, items: readonly KeptForm[]): KeptForm[] =>
  items.filter(({ after }) => after === item.id).map((next) => ({ ...next, after: item.after }));

/** What the server says of a form that is sent by itself (app/web/replay.server.ts). */
export type ReplayAnswer =
  | { outcome: "saved"; href: string; version: number | null }
  | { outcome: "refused"; message: string; odd?: boolean; changed?: boolean; spent?: boolean }
  | { outcome: "other"; message: string };

/** What becomes of an item, and whether the ones behind it are sent now. */
export type Verdict = {
  state: State;
  said: string;
  href?: string;
  odd?: boolean;
  changed?: boolean;
  spent?: boolean;
  /** It was answered, and not taken. */
  failed?: boolean;
  goOn: boolean;
};

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
    return {
      state: "needs",
      said: answer.message,
      odd: answer.odd === true,
      changed: answer.changed === true,
      spent: answer.spent === true,
      goOn: true,
    };
  return { state: "waiting", said: answer ? WAITS_FOR.busy : "", failed: status > 0, goOn: false };
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
    return {
      outcome,
      message: typeof message === "string" ? message : "",
      ...(value.odd === true ? { odd: true } : {}),
      ...(value.changed === true ? { changed: true } : {}),
      ...(value.spent === true ? { spent: true } : {}),
    };
  return null;
}

/**
 * What an item says of itself as it is sent: whose it is, and when it was typed by a clock that says `now` at this moment,
 * so that the server sees how wrong that clock is.
 */
export const saysOf = (item: KeptForm, now: number): Record<string, string> => ({
  "X-Replay": `${item.user}.${item.company}`,
  "X-Typed": `${item.typed_at} ${now} ${item.zone ?? ""}`.trim(),
});

/** How long an answer is waited for: as long as a line of 10 kB a second needs for what is sent, and half a minute. */
export const patienceOf = (bytes: number): number => 30_000 + Math.ceil(bytes / 10);

const FORM = "application/x-www-form-urlencoded";

/** Whether a file goes along. */
export const isFile = ({ type }: Pick<KeptForm, "type">): boolean => !type.startsWith(FORM);

/** A form with other answers, as it is sent. */
export const refilled = (item: KeptForm, fields: [string, string][]): KeptForm => ({
  ...item,
  fields,
  body: new TextEncoder().encode(String(new URLSearchParams(fields))).buffer,
});

/** A form that looks odd, sent again by who says that it's right. */
export const saidRight = (item: KeptForm): KeptForm => ({
  ...refilled(item, [...item.fields, ["save_anyway", "on"]]),
  state: "waiting",
  said: "",
  odd: false,
});

/** How long what was sent stays listed. */
const SENT_STAYS_MS = 30 * 24 * 3_600_000;
/** What was never answered because the browser was closed counts as not sent. */
const SENDING_ENDS_MS = 60_000;

/**
 * Items as they are after a while: what was sent long ago is gone, what was interrupted waits, also where the clock was set
 * back in between.
 */
export function settled(items: readonly KeptForm[], now: number): { keep: KeptForm[]; gone: KeptForm[] } {
  const isGone = (item: KeptForm) =>
    item.sent_at !== null && now - item.sent_at > SENT_STAYS_MS && !isNeeded(item, items);
  const keep = items
    .filter((item) => !isGone(item))
    .map((item) =>
      item.state === "sending" && Math.abs(now - item.typed_at) > SENDING_ENDS_MS
        ? { ...item, state: "waiting" as const }
        : item,
    );
  return { keep, gone: items.filter(isGone) };
}

/** Not at their end: what the count on every page counts. */
export const isUnsent = ({ state }: Pick<KeptForm, "state">): boolean => state !== "sent";
