import { existsSync } from "node:fs";

const PLACES = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where a Chromium lies on this machine, or undefined. CHROMIUM_PATH names another. */
export function chromiumPath() {
  return PLACES.find((path) => path && existsSync(path));
}
