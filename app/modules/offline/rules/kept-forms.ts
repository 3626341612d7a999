/*
 * Rules of this device's outbox, without a browser: what is stored, what a response means, and how a stored page looks
 * when shown offline. docs/no-signal.md has the details.
 */

/** User and company that an item was typed for: what one user typed is never sent as another's. */
export type FormOwner = { user: string; company: string };

const FORM_STATES = ["sending", "unsure", "waiting", "needs", "sent"] as const;
/**
 * `sending`: on its way by the form's own post. `unsure`: answered, but without confirmation that it was saved.
 * `waiting`: not sent yet. `needs`: refused, somebody has to look. `sent`: the server has confirmed that it's saved.
 */
type FormState = (typeof FORM_STATES)[number];

/** Display name of each state. */
const STATE_WORDS: Record<FormState, string> = {
  sending: "Sending",
  unsure: "Waiting to send",
  waiting: "Waiting to send",
  needs: "Needs you",
  sent: "Sent",
};
export const formStateLabel = ({ state, changed }: Pick<QueuedForm, "state" | "changed">): string =>
  state === "needs" && changed ? "Changed by someone else" : STATE_WORDS[state];

/** A form as it was sent, with everything needed to send it again. */
export type QueuedForm = {
  /** The form's own ID, which the server accepts once. */
  id: string;
  user: string;
  company: string;
  /** Path it is posted to, with its query. */
  action: string;
  /** Page that the form was on. */
  page: string;
  title: string;
  type: string;
  body: ArrayBuffer;
  /** Its text fields, without files. */
  fields: [string, string][];
  /** Time by the device's clock, in milliseconds. */
  typed_at: number;
  /** Position in the order of typing, which a clock that is set back can't reverse. Older builds go by `typed_at`. */
  order?: number;
  /** The device's minutes behind UTC at that time. */
  zone_minutes: number;
  /** Time zone in which the pages showed times then. Omitted by older builds. */
  zone?: string;
  /** Item that has to be saved before this one can be, if it is a step of a load that was typed on this device. */
  after?: string;
  state: FormState;
  tries: number;
  /** Reason it waits or its problem, in the server's words. */
  said: string;
  /** It looks odd, and is saved once its writer confirms it. */
  odd?: boolean;
  /** Another user saved first: the form's own page shows what was typed next to what is saved. */
  changed?: boolean;
  /** Its ID was used up by other fields: it can only be sent as a new form. */
  spent?: boolean;
  /** Its page got a response, and may show the form again under the same ID. */
  answered?: boolean;
  /** Its writer has reopened its form to correct it. */
  editing?: boolean;
  /** Names and bytes of its files, so that a list shows them without opening the body. */
  files?: [name: string, bytes: number][];
  /** Address of the result. */
  href: string;
  sent_at: number | null;
};

/** Fields of the sending rather than of what somebody typed. */
export const NOT_TYPED_FIELDS =
  /^(submission_id|version|intent|seen_at|back|from|start|job_id|blank_sheet_id|sheet_sig)$/;

/** A load that isn't on the server yet is named by the ID of the form that creates it. */
const UNSENT_LOAD = /^\/trip-tickets\/@([\w-]{8,64})/;
export const unsentTicketSubject = (id: string): string => `/trip-tickets/@${id}`;
/** True if a form creates one load. */
export const isNewTicketForm = (action: string): boolean => /^\/trip-tickets\/new(\?|$)/.test(action);

/** Return the load or job that a form is about; items of one subject keep their order. Null if it creates a new one. */
export const getFormSubject = (action: string): string | null =>
  /^\/(?:trip-tickets|jobs|sheets)\/(?:\d+|@[\w-]{8,64})/.exec(action)?.[0] ?? null;

/**
 * Return where an item is sent: a step of a load that was typed on this device goes to the ticket that its form
 * created. Null until that exists.
 */
export function getTargetUrl(
  { action }: Pick<QueuedForm, "action">,
  items: readonly QueuedForm[],
): string | null {
  const id = UNSENT_LOAD.exec(action)?.[1];
  if (!id) return action;
  const match = items.find((item) => item.id === id);
  const ticket = match?.state === "sent" && /^\/trip-tickets\/\d+/.exec(match.href)?.[0];
  return ticket ? action.replace(unsentTicketSubject(id), ticket) : null;
}

/** Return the subject of an item, including a load that isn't on the server yet. */
export const getTicketOrJob = (item: QueuedForm, items: readonly QueuedForm[]): string | null =>
  getFormSubject(
    isNewTicketForm(item.action) ? unsentTicketSubject(item.id) : (getTargetUrl(item, items) ?? item.action),
  );

/** True if an unsent step needs an item to locate its load. */
export const isNeeded = ({ id }: QueuedForm, items: readonly QueuedForm[]): boolean =>
  items.some((item) => isUnsent(item) && item.action.startsWith(`${unsentTicketSubject(id)}/`));

/** Return what is discarded together with an item: all steps of a load that will never exist. */
export const listDependentForms = (item: QueuedForm, items: readonly QueuedForm[]): QueuedForm[] =>
  items.filter(({ id, action }) => id === item.id || action.startsWith(`${unsentTicketSubject(item.id)}/`));

/** Link the items that came right after a discarded one to the one before it. */
export const relinkForms = (item: QueuedForm, items: readonly QueuedForm[]): QueuedForm[] =>
  items.filter(({ after }) => after === item.id).map((next) => ({ ...next, after: item.after }));

/** Server's response to a form that is resent automatically (app/web/replay.server.ts). */
export type ReplayAnswer =
  | { outcome: "saved"; href: string; version: number | null }
  | { outcome: "refused"; message: string; odd?: boolean; changed?: boolean; spent?: boolean }
  | { outcome: "other"; message: string };

/** Outcome for an item, and whether the ones behind it are sent now. */
export type ReplayVerdict = {
  state: FormState;
  said: string;
  href?: string;
  odd?: boolean;
  changed?: boolean;
  spent?: boolean;
  /** It was answered, and rejected. */
  failed?: boolean;
  goOn: boolean;
};

const WAITS_FOR = {
  signIn: "Sign in, and it will be sent.",
  other: "It was typed for another company. Switch to that company, and it will be sent.",
  busy: "The server couldn't take it yet. It will be sent again.",
};

/** Only the server's own response ends an item: a page of another site, such as a motel's network, means nothing. */
export function getReplayVerdict(status: number, answer: ReplayAnswer | null): ReplayVerdict {
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

/** Parse the response's JSON if it is one of the server's; null for anything else. */
export function parseReplayAnswer(text: string): ReplayAnswer | null {
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
 * Headers of an item as it is sent: its user and company, and when it was typed, with the device's current time
 * (`now`), so that the server sees how wrong that clock is.
 */
export const getReplayHeaders = (item: QueuedForm, now: number): Record<string, string> => ({
  "X-Replay": `${item.user}.${item.company}`,
  "X-Typed": `${item.typed_at} ${now} ${item.zone ?? ""}`.trim(),
});

/** Time to wait for a response: what a line of 10 kB a second needs for the body, plus half a minute. */
export const getSendTimeoutMs = (bytes: number): number => 30_000 + Math.ceil(bytes / 10);

const FORM = "application/x-www-form-urlencoded";

/** True if a file is included. */
export const isFile = ({ type }: Pick<QueuedForm, "type">): boolean => !type.startsWith(FORM);

/** Return a form with other fields, as it is sent. */
export const replaceFields = (item: QueuedForm, fields: [string, string][]): QueuedForm => ({
  ...item,
  fields,
  body: new TextEncoder().encode(String(new URLSearchParams(fields))).buffer,
});

/** Return a form that looks odd, resent by a user who confirms it. */
export const confirmTime = (item: QueuedForm): QueuedForm => ({
  ...replaceFields(item, [...item.fields, ["save_anyway", "on"]]),
  state: "waiting",
  said: "",
  odd: false,
});

/** Time for which sent items stay listed. */
const SENT_STAYS_MS = 30 * 24 * 3_600_000;
/** Time after which an unanswered send (browser closed) counts as not sent. */
const SENDING_ENDS_MS = 60_000;

/**
 * Return items as they are after a while: those sent long ago are removed, interrupted ones wait, even if the clock was
 * set back in between.
 */
export function splitSettled(
  items: readonly QueuedForm[],
  now: number,
): { keep: QueuedForm[]; gone: QueuedForm[] } {
  const isGone = (item: QueuedForm) =>
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

/** True for unfinished items: those in the count on every page. */
export const isUnsent = ({ state }: Pick<QueuedForm, "state">): boolean => state !== "sent";
