import type { LineMode } from "./line";

/** Chance in percent of each failure between two button presses. */
const CHANCES = { cut: 30, "lost answers": 15, motel: 6, broken: 6, restart: 4, kill: 4, expire: 4 } as const;
export type Trouble = keyof typeof CHANCES;

export type OfflineRunResult = {
  asked: number;
  /** Number of comment rows on the server, and number of distinct texts among them. */
  rows: number;
  texts: number;
  lost: string[];
  double: string[];
  /** Items that need their author's attention; there should be none. */
  stuck: string[];
  troubles: Record<Trouble, number>;
  /**
   * Number of browsers abandoned because they stopped responding. Texts that had not arrived at the server were typed
   * again.
   */
  stoodStill: number;
  seconds: number;
};

/** Create a pseudorandom number generator; the same seed gives the same numbers. */
export function createSeededRandom(seed: number) {
  let state = seed >>> 0 || 1;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Pick a random failure to simulate before a button press, or none. */
export function pickTrouble(roll: (sides: number) => number): Trouble | null {
  let left = roll(100);
  for (const [trouble, chance] of Object.entries(CHANCES)) {
    if (left < chance) return trouble as Trouble;
    left -= chance;
  }
  return null;
}

/** Check whether the failure affects the connection. */
export const isLineTrouble = (trouble: Trouble | null): trouble is Extract<Trouble, LineMode> =>
  trouble === "cut" || trouble === "lost answers" || trouble === "motel" || trouble === "broken";
