import type { SubmissionResult } from "@conform-to/react";

/** What a form held that was refused, and what is wrong with it, by field. */
export type Typed = { values: Record<string, string>; errors: Record<string, string[]> };

/** What a refused form held, and what is wrong with it, by field; under "" what is wrong with the whole. */
export function typedOf(reply: SubmissionResult<string[]> | undefined): Typed {
  const values = Object.fromEntries(
    Object.entries(reply?.initialValue ?? {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
  const errors = Object.fromEntries(
    Object.entries(reply?.error ?? {}).map(([name, messages]) => [name, messages ?? []]),
  );
  return { values, errors };
}
