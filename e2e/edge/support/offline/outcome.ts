import type { Mood } from "./line";

/** Trouble between two presses, each as a percent chance. */
const CHANCES = { cut: 30, "lost answers": 15, motel: 6, broken: 6, restart: 4, kill: 4, expire: 4 } as const;
export type Trouble = keyof typeof CHANCES;

export type Run = {
  asked: number;
  /** Rows that the server has of the comments, in total, and distinct texts. */
  rows: number;
  texts: number;
  lost: string[];
  double: string[];
  /** Items waiting for their writer, which none of these should. */
  stuck: string[];
  troubles: Record<Trouble, number>;
  /** Browsers that were given up; what hadn't arrived from them was typed again. */
  stoodStill: number;
  seconds: number;
};

/** A pseudorandom number, the same for the same seed. */
export function dice(seed: number) {
  let state = seed >>> 0 || 1;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Picks at random the trouble at a press. */
export function troubleOf(roll: (sides: number) => number): Trouble | null {
  let left = roll(100);
  for (const [trouble, chance] of Object.entries(CHANCES)) {
    if (left < chance) return trouble as Trouble;
    left -= chance;
  }
  return null;
}

/** True if the trouble is with the line. */
export const isMood = (trouble: Trouble | null): trouble is Extract<Trouble, Mood> =>
  trouble === "cut" || trouble === "lost answers" || trouble === "motel" || trouble === "broken";
