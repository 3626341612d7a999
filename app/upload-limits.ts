import { getCallBodyLimit } from "./api/room.server";
import { findPageAddress, PAGES } from "./pages";

const MEGABYTE = 1024 * 1024;

/** Return the maximum number of bytes of a form posted to a page that accepts a file; undefined for any other page. */
export function getPageUploadLimit(path: string): number | undefined {
  // Remove the `.data` suffix, which the URL has when a script posts to the page.
  const address = findPageAddress(path.replace(/\.data$/, ""));
  const megabytes = address ? PAGES.find((page) => page.address === address)?.upload : undefined;
  return megabytes && megabytes * MEGABYTE;
}

/** Return the maximum number of bytes of a request body with a file, by its kind (form or JSON) and path. */
export const getMaxUploadBytes = (path: string, kind: "form" | "json"): number | undefined =>
  (kind === "form" ? getPageUploadLimit(path) : undefined) ?? getCallBodyLimit(path, kind);
