import { resettable } from "~/lib/process-state";
import { isRecent } from "~/lib/time/recent";
import type { Actor } from "./actor";
import { env } from "./env.server";
import { AppError } from "./refusal";

const WINDOW_MS = 900_000;
/** Maximum number of people and keys remembered at a time; the oldest is dropped first. */
const MAX_REMEMBERED = 10_000;
/** A key acts for all of a company's programs. */
const KEY_FACTOR = 5;

/**
 * Limits on one person's work within a quarter of an hour: many times a clerk's entries on the busiest day, and low
 * enough that a runaway or malicious script doesn't fill the database and the disk.
 */
const LIMITS = {
  /** Loads, regardless of how many a form creates. */
  tickets: { most: 1_500, words: "trip tickets" },
  /** Import rows saved as loads: several of the largest imports, regardless of earlier entries. */
  imported: { most: 6_000, words: "imported rows" },
  comments: { most: 150, words: "comments" },
  files: { most: 300, words: "files" },
  pictures: { most: 30, words: "pictures" },
  messages: { most: 20, words: "messages" },
  requests: { most: 10, words: "requests" },
  /** Questions about the weather of a place. */
  weather: { most: 60, words: "questions about the weather" },
  /** Bytes of forms, which are stored as received (`receive`). */
  text: { most: 20_000_000, words: "text" },
} as const;

export type LimitedWork = keyof typeof LIMITS;
/** The kind of work a procedure does, and the amount for an input; one by default. */
export type WorkLimit<Input = never> = { work: LimitedWork; amount?(input: Input): number };

type Window = { from: number; amount: number };
const windows = resettable(new Map<string, Window>());

/** Account to count: a person, regardless of the company they act for, or a key. */
export const getUsageAccount = (actor: Actor): string => (actor.user ? `user:${actor.user.id}` : actor.key);

/**
 * Count an actor's work, and throw a refusal past the limit. Each server counts separately and in memory: there is no
 * guessing to prevent here, so losing the counts in a restart does no harm, and no request waits for it.
 */
export function countUsage(
  actor: Actor,
  work: LimitedWork,
  amount: number,
  now: Date,
  percent = env().WORK_LIMIT_PERCENT,
) {
  if (amount === 0) return;
  const { most, words } = LIMITS[work];
  const limit = (most * percent * (actor.user ? 1 : KEY_FACTOR)) / 100;
  const name = `${work} ${getUsageAccount(actor)}`;
  const time = now.getTime();
  const known = windows.get(name);
  const window = known && isRecent(known.from, now, WINDOW_MS) ? known : { from: time, amount: 0 };
  if (window.amount + amount > limit) {
    const wait = Math.max(1, Math.ceil((window.from + WINDOW_MS - time) / 1000));
    const minutes = Math.ceil(wait / 60);
    throw new AppError(
      "tooMany",
      `That's a lot of ${words} in a short time. Nothing was lost. Send this again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
      { retryAfter: wait },
    );
  }
  window.amount += amount;
  windows.delete(name);
  windows.set(name, window);
  for (const oldest of windows.keys()) {
    if (windows.size <= MAX_REMEMBERED) break;
    windows.delete(oldest);
  }
}
