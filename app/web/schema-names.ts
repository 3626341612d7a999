import { z } from "zod";

/** Return the top-level field names of an input schema; null if it isn't an object and accepts any names. */
export function listSchemaNames(schema: z.core.$ZodType): Set<string> | null {
  if (schema instanceof z.ZodObject) return new Set(Object.keys(schema.shape));
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion)
    return together(schema.options.map((option) => listSchemaNames(option)));
  if (schema instanceof z.ZodIntersection)
    return together([listSchemaNames(schema.def.left), listSchemaNames(schema.def.right)]);
  if (schema instanceof z.ZodPipe) return listSchemaNames(schema.def.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return listSchemaNames(schema.def.innerType);
  return null;
}

const together = (sets: (Set<string> | null)[]): Set<string> | null =>
  sets.includes(null) ? null : new Set(sets.flatMap((set) => [...(set ?? [])]));
