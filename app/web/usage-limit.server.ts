import { registerResettable } from "~/lib/process-state";
import { isWithinWait } from "~/lib/time/recent";
import type { Actor } from "./actor";
import { env } from "./env.server";
import { AppError } from "./refusal";

const WINDOW_MS = 900_000;
/** Maximum number of people and API keys to remember at a time; above it, the oldest is dropped. */
const MAX_REMEMBERED = 10_000;
/** API keys have higher limits, because one key may serve all programs of a company. */
const KEY_FACTOR = 5;

/**
 * Limits on one person's work per quarter of an hour. They are many times a clerk's entries on the busiest day, but low
 * enough that a runaway or malicious script can't fill the database and the disk.
 */
const LIMITS = {
  /** Number of loads, no matter how many one form creates. */
  tickets: { most: 1_500, words: "trip tickets" },
  /**
   * Number of imported rows saved as loads. The limit allows several of the largest imports, and is counted separately
   * from other entries.
   */
  imported: { most: 6_000, words: "imported rows" },
  comments: { most: 150, words: "comments" },
  files: { most: 300, words: "files" },
  pictures: { most: 30, words: "pictures" },
  messages: { most: 20, words: "messages" },
  requests: { most: 10, words: "requests" },
  /** Weather lookups for places. */
  weather: { most: 60, words: "questions about the weather" },
  /** Bytes of submitted forms, which are stored as received (`receive`). */
  text: { most: 20_000_000, words: "text" },
} as const;

export type LimitedWork = keyof typeof LIMITS;
/** Kind of work that a procedure does, and the amount for an input; by default 1. */
export type WorkLimit<Input = never> = { work: LimitedWork; amount?(input: Input): number };

type Window = { from: number; amount: number };
const windows = registerResettable(new Map<string, Window>());

/** Return the account that usage is counted for: a person, whatever company they act for, or an API key. */
export const getUsageAccount = (actor: Actor): string => (actor.user ? `user:${actor.user.id}` : actor.key);

/**
 * Count an actor's work, and throw a refusal when a limit is exceeded. Each server counts separately and in memory, so
 * that no request waits for it. Losing the counts in a restart does no harm, because they don't prevent guessing.
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
  const window = known && isWithinWait(known.from, now, WINDOW_MS) ? known : { from: time, amount: 0 };
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
