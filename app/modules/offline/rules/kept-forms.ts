/*
 * Rules of this device's outbox, independent of a browser: stored items, the meaning of each server response, and the
 * appearance of a stored page when shown offline. docs/no-signal.md has the details.
 */

/** User and company for which an item was typed: an item typed by one user is never sent as another user's. */
export type FormOwner = { user: string; company: string };

const FORM_STATES = ["sending", "unsure", "waiting", "needs", "sent"] as const;
/**
 * `sending`: being sent by the browser's own form post. `unsure`: the server responded, but didn't confirm that it was
 * saved. `waiting`: not sent yet. `needs`: refused, so a person has to look at it. `sent`: the server has confirmed
 * that it was saved.
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
  /** Path with query to which the form is posted. */
  action: string;
  /** Page that the form was on. */
  page: string;
  title: string;
  type: string;
  body: ArrayBuffer;
  /** Text fields of the form, without files. */
  fields: [string, string][];
  /** Time when the form was filled in, by the device's clock, in milliseconds. */
  typed_at: number;
  /**
   * Position in the order of typing, which setting the clock back can't reverse. Items of older builds have none and
   * use `typed_at`.
   */
  order?: number;
  /** Minutes by which the device's zone was behind UTC at `typed_at`. */
  zone_minutes: number;
  /** Time zone in which the pages showed times at `typed_at`. Omitted by older builds. */
  zone?: string;
  /** Id of the item that must be saved before this one, if this is a step of a load that was typed on this device. */
  after?: string;
  state: FormState;
  tries: number;
  /** Reason why the item waits or was refused, in the server's words. */
  said: string;
  /** True if the server found the form unusual; it is saved after the user confirms it. */
  odd?: boolean;
  /** True if another user saved first: the form's page then shows the typed values next to the saved ones. */
  changed?: boolean;
  /** True if the form's ID was already used with other fields: it can only be sent as a new form. */
  spent?: boolean;
  /** True if the form's page received a response, so the page may show the form again under the same ID. */
  answered?: boolean;
  /** True if the user has reopened the form to correct it. */
  editing?: boolean;
  /** Names and sizes in bytes of the form's files, so that a list can show them without reading the body. */
  files?: [name: string, bytes: number][];
  /** Path of the page of the saved result. */
  href: string;
  sent_at: number | null;
};

/** Fields added by the page rather than typed by the user. */
export const SYSTEM_FIELD_PATTERN =
  /^(submission_id|version|intent|seen_at|back|from|start|job_id|blank_sheet_id|sheet_sig)$/;

/** Path of a load that isn't on the server yet: it contains the ID of the form that creates the load. */
const UNSENT_LOAD = /^\/trip-tickets\/@([\w-]{8,64})/;
export const buildUnsentTicketPath = (id: string): string => `/trip-tickets/@${id}`;
/** True if a form creates one load. */
export const isNewTicketForm = (action: string): boolean => /^\/trip-tickets\/new(\?|$)/.test(action);

/**
 * Return the load, job or sheet that a form changes; items of one subject are sent in order. Null if the form creates a
 * new load, job or sheet.
 */
export const getFormSubject = (action: string): string | null =>
  /^\/(?:trip-tickets|jobs|sheets)\/(?:\d+|@[\w-]{8,64})/.exec(action)?.[0] ?? null;

/**
 * Return the URL to which an item is sent: a step of a load typed on this device goes to the ticket that the load's
 * form created. Null until that ticket exists.
 */
export function getTargetUrl(
  { action }: Pick<QueuedForm, "action">,
  items: readonly QueuedForm[],
): string | null {
  const id = UNSENT_LOAD.exec(action)?.[1];
  if (!id) return action;
  const match = items.find((item) => item.id === id);
  const ticket = match?.state === "sent" && /^\/trip-tickets\/\d+/.exec(match.href)?.[0];
  return ticket ? action.replace(buildUnsentTicketPath(id), ticket) : null;
}

/** Return the ticket, job or sheet of an item, including a load that isn't on the server yet. */
export const getItemSubject = (item: QueuedForm, items: readonly QueuedForm[]): string | null =>
  getFormSubject(
    isNewTicketForm(item.action)
      ? buildUnsentTicketPath(item.id)
      : (getTargetUrl(item, items) ?? item.action),
  );

/** True if an unsent step of a load needs this item to locate the load. */
export const isNeededByUnsentStep = ({ id }: QueuedForm, items: readonly QueuedForm[]): boolean =>
  items.some((item) => isUnsent(item) && item.action.startsWith(`${buildUnsentTicketPath(id)}/`));

/** Return all items discarded together with an item: the item itself and, if it creates a load, all steps of that load. */
export const listDependentForms = (item: QueuedForm, items: readonly QueuedForm[]): QueuedForm[] =>
  items.filter(({ id, action }) => id === item.id || action.startsWith(`${buildUnsentTicketPath(item.id)}/`));

/** Link the items that followed a discarded item to the item before it. */
export const relinkForms = (item: QueuedForm, items: readonly QueuedForm[]): QueuedForm[] =>
  items.filter(({ after }) => after === item.id).map((next) => ({ ...next, after: item.after }));

/** Server's response to a form that is resent automatically (app/web/replay.server.ts). */
export type ReplayResponse =
  | { outcome: "saved"; href: string; version: number | null }
  | { outcome: "refused"; message: string; odd?: boolean; changed?: boolean; spent?: boolean }
  | { outcome: "other"; message: string };

/** Outcome for an item, and whether to continue with the items after it. */
export type ReplayOutcome = {
  state: FormState;
  said: string;
  href?: string;
  odd?: boolean;
  changed?: boolean;
  spent?: boolean;
  /** True if the server responded, but the item wasn't saved. */
  failed?: boolean;
  goOn: boolean;
};

const WAITS_FOR = {
  signIn: "Sign in, and it will be sent.",
  other: "It was typed for another company. Switch to that company, and it will be sent.",
  busy: "The server couldn't take it yet. It will be sent again.",
};

/**
 * Return the outcome of a send. Only the server's own response settles an item: a page of another site, such as a
 * motel's network, is ignored.
 */
export function getReplayOutcome(status: number, answer: ReplayResponse | null): ReplayOutcome {
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

/** Parse the JSON of a server response; null for anything else. */
export function parseReplayResponse(text: string): ReplayResponse | null {
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
 * Headers sent with an item: its user and company, and when it was typed, with the device's current time (`now`) so
 * that the server can tell how wrong the device's clock is.
 */
export const getReplayHeaders = (item: QueuedForm, now: number): Record<string, string> => ({
  "X-Replay": `${item.user}.${item.company}`,
  "X-Typed": `${item.typed_at} ${now} ${item.zone ?? ""}`.trim(),
});

/** Milliseconds to wait for a response: the time a line of 10 kB per second needs for the body, plus half a minute. */
export const getSendTimeoutMs = (bytes: number): number => 30_000 + Math.ceil(bytes / 10);

const FORM = "application/x-www-form-urlencoded";

/** True if a file is included. */
export const hasFile = ({ type }: Pick<QueuedForm, "type">): boolean => !type.startsWith(FORM);

/** Replace the fields of a form, including its encoded body. */
export const replaceFields = (item: QueuedForm, fields: [string, string][]): QueuedForm => ({
  ...item,
  fields,
  body: new TextEncoder().encode(String(new URLSearchParams(fields))).buffer,
});

/** Prepare a form for resending after the user confirmed unusual values. */
export const confirmOddForm = (item: QueuedForm): QueuedForm => ({
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
 * Remove items that were sent long ago, and set interrupted items back to waiting, even if the clock was set back
 * since.
 */
export function splitExpiredItems(
  items: readonly QueuedForm[],
  now: number,
): { keep: QueuedForm[]; gone: QueuedForm[] } {
  const isGone = (item: QueuedForm) =>
    item.sent_at !== null && now - item.sent_at > SENT_STAYS_MS && !isNeededByUnsentStep(item, items);
  const keep = items
    .filter((item) => !isGone(item))
    .map((item) =>
      item.state === "sending" && Math.abs(now - item.typed_at) > SENDING_ENDS_MS
        ? { ...item, state: "waiting" as const }
        : item,
    );
  return { keep, gone: items.filter(isGone) };
}

/** Check whether an item is not sent yet; every page shows the count of these items. */
export const isUnsent = ({ state }: Pick<QueuedForm, "state">): boolean => state !== "sent";
