import { getCallBodyLimit } from "./api/room.server";
import { findPageAddress, PAGES } from "./pages";

const MEGABYTE = 1024 * 1024;

/** Return the maximum bytes of a form posted to a page that takes a file; otherwise undefined. */
export function getPageUploadLimit(path: string): number | undefined {
  // Remove the suffix that the address has when a script posts to the page.
  const address = findPageAddress(path.replace(/\.data$/, ""));
  const megabytes = address ? PAGES.find((page) => page.address === address)?.upload : undefined;
  return megabytes && megabytes * MEGABYTE;
}

/** Return the maximum bytes of a body with a file, by its kind and destination. */
export const getMaxUploadBytes = (path: string, kind: "form" | "json"): number | undefined =>
  (kind === "form" ? getPageUploadLimit(path) : undefined) ?? getCallBodyLimit(path, kind);
