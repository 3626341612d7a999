import { z } from "zod";

/**
 * Text input with a maximum length. A longer text is refused before any other check: zod still runs the patterns on a
 * text that's too long unless told to stop. A test checks that no input has a pattern before this limit.
 */
export const textField = (most: number, tooLong?: string, required?: string) =>
  z.string(required).max(most, stopAt(most, tooLong));

/** The same, with surrounding blanks removed before the length is checked. */
export const trimmedField = (most: number, tooLong?: string, required?: string) =>
  z.string(required).trim().max(most, stopAt(most, tooLong));

const stopAt = (most: number, error = `This can be at most ${most.toLocaleString("en-US")} characters`) => ({
  abort: true,
  error,
});
