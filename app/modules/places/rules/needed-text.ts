import { z } from "zod";

/** Schema of a required text with a maximum length. */
export const requiredText = (label: string, most: number) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(most, `${label} can be at most ${most} characters`);
