import { z } from "zod";

/** Schema parts of API responses, shared by all features. */
const words = z.string();
const count = z.number().int();

export const outputId = z.number().int();
/** UTC, ISO 8601. */
export const outputInstant = z.string();
export const outputVersion = outputId.describe("Send this plus one with an edit.");
export const outputName = z.strictObject({ id: outputId, name: words });

export const listPagingOutput = z.strictObject({ total: count, skip: count, take: count });

/** Return the schema of a list response: the list under this name, and paging data. */
export function listOutput<N extends string, T extends z.ZodType>(name: N, item: T) {
  const shape = { [name]: z.array(item), meta: listPagingOutput } as Record<N, z.ZodArray<T>> & {
    meta: typeof listPagingOutput;
  };
  return z.strictObject(shape);
}

/** Schema with the id of the created or changed row. */
export const idOutput = z.strictObject({ id: outputId });
/** Schema with the id of the created or changed row, and a number of rows. */
export const idWithCountOutput = z.strictObject({ id: outputId, count });

/** Response schema for every refused call. */
export const refusedOutput = z.strictObject({
  message: words.describe("What went wrong, in words for a person."),
  errors: z.record(words, z.array(words)).optional().describe("422: messages by field name."),
  current: z
    .record(words, z.unknown())
    .optional()
    .describe("409: the saved values and their version, to read before sending again."),
});
