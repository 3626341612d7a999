import type { FormReply } from "~/web/respond.server";

/**
 * The version that a form sends: one above what its values were read at, `of`. A page reads again after every answer,
 * so a form that comes back as it was typed keeps the version that it was sent with; after a conflict, which shows
 * beside it what is saved now, it is one above that.
 */
export function VersionField({ of, result }: { of: number; result?: FormReply }) {
  return <input type="hidden" name="version" value={versionToSend(of, result)} />;
}

/** See `VersionField`. */
export function versionToSend(of: number, result?: FormReply): number {
  if (result?.conflict) return Number(result.conflict.version ?? of) + 1;
  const sent = Number(result?.reply?.initialValue?.version);
  return Number.isSafeInteger(sent) && sent > 0 ? sent : of + 1;
}
