import type { SubmissionResult } from "@conform-to/react";

/** Values of a refused form, and its errors by field. */
export type TypedScaleForm = { values: Record<string, string>; errors: Record<string, string[]> };

/** Values of a refused form, and its errors by field; errors of the whole form are under "". */
export function parseRefusedScaleForm(reply: SubmissionResult<string[]> | undefined): TypedScaleForm {
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
