import { API_CALLS } from "./calls.server";
import { createCallFinder } from "./table";

const MEGABYTE = 1024 * 1024;
/** Minimum for a call that takes a file, the same as for any form with a photo. */
const LEAST_MEGABYTES = 12;
const find = createCallFinder(API_CALLS);

/** Maximum body size in bytes for a call that takes a file, by kind of body; undefined for other calls. */
export function getCallBodyLimit(path: string, kind: "form" | "json"): number | undefined {
  for (const call of Object.values(find(path)?.at ?? {})) {
    if ("file" in call) continue;
    if (kind === "form" && call.upload)
      return Math.max(LEAST_MEGABYTES, call.upload.megabytes + 1) * MEGABYTE;
    // Base64 text is a third larger.
    if (kind === "json" && call.dataUrl) return Math.ceil((call.dataUrl.megabytes * 4) / 3) * MEGABYTE;
  }
}
