import type { FormReply } from "~/web/form-action.server";

/**
 * Hidden field with the version to save: one above `of`, the version that the form's values were read at. The page
 * reads the item again after every response. A form returned with the typed values keeps the version it was sent with.
 * After a conflict, the form shows the saved values and the version is one above the saved version.
 */
export function VersionField({ of, result }: { of: number; result?: FormReply }) {
  return <input type="hidden" name="version" value={getVersionToSend(of, result)} />;
}

/** See `VersionField`. */
export function getVersionToSend(of: number, result?: FormReply): number {
  if (result?.conflict) return Number(result.conflict.version ?? of) + 1;
  const sent = Number(result?.reply?.initialValue?.version);
  return Number.isSafeInteger(sent) && sent > 0 ? sent : of + 1;
}
