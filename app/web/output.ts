import { z } from "zod";

/** Parts of what procedures answer to programs, the same for every noun. */
const words = z.string();
const count = z.number().int();

export const outputId = z.number().int();
/** UTC, ISO 8601. */
export const outputInstant = z.string();
export const outputVersion = outputId.describe("Send this plus one with an edit.");
export const outputName = z.strictObject({ id: outputId, name: words });

export const listMeta = z.strictObject({ total: count, skip: count, take: count });

/** A list under its name, with how much of it this is. */
export function listOf<N extends string, T extends z.ZodType>(name: N, item: T) {
  const shape = { [name]: z.array(item), meta: listMeta } as Record<N, z.ZodArray<T>> & {
    meta: typeof listMeta;
  };
  return z.strictObject(shape);
}

/** The id of what was made or changed. */
export const idOutput = z.strictObject({ id: outputId });
/** The same, with how many rows it was. */
export const countedOutput = z.strictObject({ id: outputId, count });

/** What any call answers that was refused. */
export const refusedOutput = z.strictObject({
  message: words.describe("What went wrong, in words for a person."),
  errors: z.record(words, z.array(words)).optional().describe("422: messages by field name."),
  current: z
    .record(words, z.unknown())
    .optional()
    .describe("409: the saved values and their version, to read before sending again."),
});
