import { mkdirSync } from "node:fs";
import type { BrowserContext, BrowserContextOptions } from "@playwright/test";
import sharp from "sharp";

/** Picture in the README: its name, the demo user, the path, and the viewport; `width` is the picture's own. */
const PICTURE = {
  name: "list",
  as: "manager",
  path: "/trip-tickets",
  view: [1440, 900],
  width: 1100,
} as const;

/**
 * `npx tsx scripts/shots.ts --readme`: take the README's picture from the demo and save it in docs/pictures, small
 * enough for git.
 */
export async function takeReadmePicture(
  signedIn: (as: string, options: BrowserContextOptions) => Promise<BrowserContext>,
  address: (path: string) => string,
) {
  mkdirSync("docs/pictures", { recursive: true });
  const { name, as, path, view, width } = PICTURE;
  const [wide, high] = view;
  const context = await signedIn(as, { viewport: { width: wide, height: high }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const response = await page.goto(address(path));
  if (!response?.ok()) throw new Error(`${name}: ${response?.status()} at ${path}`);
  const image = await page.screenshot();
  await sharp(image).resize({ width }).webp({ quality: 80, effort: 6 }).toFile(`docs/pictures/${name}.webp`);
  await context.close();
}
