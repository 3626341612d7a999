import type { Mood } from "./line";

/** What happens between two presses, each in so many of a hundred. */
const CHANCES = { cut: 30, "lost answers": 15, motel: 6, broken: 6, restart: 4, kill: 4, expire: 4 } as const;
export type Trouble = keyof typeof CHANCES;

export type Run = {
  asked: number;
  /** Rows that the server has of them, all together, and texts that it has at all. */
  rows: number;
  texts: number;
  lost: string[];
  double: string[];
  /** What waits for its writer, which none of this should. */
  stuck: string[];
  troubles: Record<Trouble, number>;
  /** Browsers that were given up; what hadn't arrived from them was typed again. */
  stoodStill: number;
  seconds: number;
};

/** A number that looks random, the same for the same seed. */
export function dice(seed: number) {
  let state = seed >>> 0 || 1;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** What happens at a press, by chance. */
export function troubleOf(roll: (sides: number) => number): Trouble | null {
  let left = roll(100);
  for (const [trouble, chance] of Object.entries(CHANCES)) {
    if (left < chance) return trouble as Trouble;
    left -= chance;
  }
  return null;
}

/** Whether it is the line that is in trouble. */
export const isMood = (trouble: Trouble | null): trouble is Extract<Trouble, Mood> =>
  trouble === "cut" || trouble === "lost answers" || trouble === "motel" || trouble === "broken";
