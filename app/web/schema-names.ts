import { z } from "zod";

/** The top-level names of an input's schema; null if it isn't an object and takes any. */
export function namesOf(schema: z.core.$ZodType): Set<string> | null {
  if (schema instanceof z.ZodObject) return new Set(Object.keys(schema.shape));
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion)
    return together(schema.options.map((option) => namesOf(option)));
  if (schema instanceof z.ZodIntersection)
    return together([namesOf(schema.def.left), namesOf(schema.def.right)]);
  if (schema instanceof z.ZodPipe) return namesOf(schema.def.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return namesOf(schema.def.innerType);
  return null;
}

const together = (sets: (Set<string> | null)[]): Set<string> | null =>
  sets.includes(null) ? null : new Set(sets.flatMap((set) => [...(set ?? [])]));
