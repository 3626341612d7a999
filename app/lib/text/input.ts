import { z } from "zod";

/**
 * Create the schema of a text input with a maximum length. Longer text is rejected before any other check, because zod
 * otherwise still runs patterns on text that is too long. A test checks that no input has a pattern before this limit.
 */
export const createTextSchema = (most: number, tooLong?: string, required?: string) =>
  z.string(required).max(most, stopAt(most, tooLong));

/** Create the schema of a text input that is trimmed before its maximum length is checked. */
export const createTrimmedTextSchema = (most: number, tooLong?: string, required?: string) =>
  z.string(required).trim().max(most, stopAt(most, tooLong));

const stopAt = (most: number, error = `This can be at most ${most.toLocaleString("en-US")} characters`) => ({
  abort: true,
  error,
});
