import { z } from "zod";

/**
 * A text that somebody sends, of so many characters at most. One that is longer is refused before anything else looks
 * at it: zod goes on to the patterns of a text that is too long already, unless it is told to stop. A test sees to it
 * that no input has a pattern without such an end before it.
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
