import { z } from "zod";
import { text } from "~/domain/text/input";
import { isDay } from "~/domain/time/date-range";

const optionalDay = text(10)
  .optional()
  .transform((day) => (day && isDay(day) ? day : undefined));

/** Which days a report covers, the whole job without them, and which of its parts. */
export const reportInput = {
  from: optionalDay,
  to: optionalDay,
  part: z.number().int().min(1).max(1_000).default(1),
};

/** The same from an address; what makes no sense there asks for nothing. */
export function reportAsked(url: string) {
  const { searchParams } = new URL(url);
  const part = Number(searchParams.get("part") ?? 1);
  return {
    from: (searchParams.get("from") ?? "").slice(0, 10) || undefined,
    to: (searchParams.get("to") ?? "").slice(0, 10) || undefined,
    part: Number.isInteger(part) && part >= 1 && part <= 1_000 ? part : 1,
  };
}
