import type { FormReply } from "~/web/form-action.server";

/**
 * Version that a form sends: one above the version its values were read at, `of`. A page reads again after every
 * response, so a form that is returned as typed keeps the version that it was sent with; after a conflict, which shows
 * the saved values next to it, it is one above that.
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
