import { z } from "zod";

/**
 * Text input with a maximum length. Longer text is rejected before any other check, because zod otherwise still runs
 * patterns on text that is too long. A test checks that no input has a pattern before this limit.
 */
export const textField = (most: number, tooLong?: string, required?: string) =>
  z.string(required).max(most, stopAt(most, tooLong));

/** Text input with a maximum length, trimmed before the length is checked. */
export const trimmedField = (most: number, tooLong?: string, required?: string) =>
  z.string(required).trim().max(most, stopAt(most, tooLong));

const stopAt = (most: number, error = `This can be at most ${most.toLocaleString("en-US")} characters`) => ({
  abort: true,
  error,
});
