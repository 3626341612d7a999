import { existsSync } from "node:fs";

/** Chromium without a window: it draws the same pages with half the work, and is all that tests need. */
export const HEADLESS = "/usr/bin/chromium-headless-shell";

const PLACES = [
  process.env.CHROMIUM_PATH,
  HEADLESS,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of a Chromium on this machine, or undefined. CHROMIUM_PATH names another. */
export function chromiumPath() {
  return PLACES.find((path) => path && existsSync(path));
}
