import { resettable } from "#db/process-state";
import { isRecent } from "~/domain/time/recent";
import type { Actor } from "./actor";
import { env } from "./env.server";
import { AppError } from "./refusal";

const WINDOW_MS = 900_000;
/** So many people and keys are remembered at a time; who was here longest ago is forgotten first. */
const MAX_REMEMBERED = 10_000;
/** A key acts for a whole company's programs. */
const KEY_FACTOR = 5;

/**
 * What one person may make within a quarter of an hour: many times what a clerk enters on the busiest day, and little
 * enough that a script gone wild, or somebody's bad intent, does not fill the database and the disk.
 */
const LIMITS = {
  /** Loads, however many a form makes. */
  tickets: { most: 1_500, words: "trip tickets" },
  /** Rows of imports that are saved as loads: several of the largest, whatever else was entered before. */
  imported: { most: 6_000, words: "imported rows" },
  comments: { most: 150, words: "comments" },
  files: { most: 300, words: "files" },
  pictures: { most: 30, words: "pictures" },
  messages: { most: 20, words: "messages" },
  requests: { most: 10, words: "requests" },
  /** Questions about the weather of a place. */
  weather: { most: 60, words: "questions about the weather" },
  /** Bytes of forms, which are kept as they came (`receive`). */
  text: { most: 20_000_000, words: "text" },
} as const;

export type LimitedWork = keyof typeof LIMITS;
/** What a procedure makes, and how much of it an input asks for; one where that is not said. */
export type WorkLimit<Input = never> = { work: LimitedWork; amount?(input: Input): number };

type Window = { from: number; amount: number };
const windows = resettable(new Map<string, Window>());

/** Who is counted: a person whichever company they act for, or a key. */
export const getUsageAccount = (actor: Actor): string => (actor.user ? `user:${actor.user.id}` : actor.key);

/**
 * Count what somebody makes, and throw a refusal past the limit. Counted by each server for itself and in memory: nothing
 * is guessed here, so a restart that forgets it does no harm, and no request waits for it.
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
