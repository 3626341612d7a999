import { CALLS } from "./calls.server";
import { finderOf } from "./table";

const MEGABYTE = 1024 * 1024;
/** As much as any form with a picture may have. */
const LEAST_MEGABYTES = 12;
const find = finderOf(CALLS);

/** How many bytes a body may have that is sent to a call which takes a file, by the kind of body; else undefined. */
export function roomOfCall(path: string, kind: "form" | "json"): number | undefined {
  for (const call of Object.values(find(path)?.at ?? {})) {
    if ("file" in call) continue;
    if (kind === "form" && call.upload)
      return Math.max(LEAST_MEGABYTES, call.upload.megabytes + 1) * MEGABYTE;
    // As text it is a third more.
    if (kind === "json" && call.dataUrl) return Math.ceil((call.dataUrl.megabytes * 4) / 3) * MEGABYTE;
  }
}
