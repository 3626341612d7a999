import { roomOfCall } from "./api/room.server";
import { addressAt, PAGES } from "./pages";

const MEGABYTE = 1024 * 1024;

/** How many bytes a form may have that is posted to a page which takes a file; else undefined. */
export function roomOfPage(path: string): number | undefined {
  // A page that is posted to by script has its address with an ending.
  const address = addressAt(path.replace(/\.data$/, ""));
  const megabytes = address ? PAGES.find((page) => page.address === address)?.upload : undefined;
  return megabytes && megabytes * MEGABYTE;
}

/** How many bytes a body may have that brings a file, by its kind and where it goes. */
export const roomOf = (path: string, kind: "form" | "json"): number | undefined =>
  (kind === "form" ? roomOfPage(path) : undefined) ?? roomOfCall(path, kind);
