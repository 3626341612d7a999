import { z } from "zod";

/**
 * A text input with a maximum length. A longer one is refused before anything else looks at it: zod still runs the
 * patterns on a text that's too long unless told to stop. A test checks that no input has a pattern without this limit
 * before it.
 */
export const text = (most: number, tooLong?: string, required?: string) =>
  z.string(required).max(most, stopAt(most, tooLong));

/** The same of what is left when the blanks around it are gone. */
export const trimmed = (most: number, tooLong?: string, required?: string) =>
  z.string(required).trim().max(most, stopAt(most, tooLong));

const stopAt = (most: number, error = `This can be at most ${most.toLocaleString("en-US")} characters`) => ({
  abort: true,
  error,
});
