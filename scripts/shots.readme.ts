import { mkdirSync } from "node:fs";
import type { BrowserContext, BrowserContextOptions } from "@playwright/test";
import sharp from "sharp";

/** The README's pictures: name, viewer, path, and viewport; `width` is the picture's. */
const PICTURES = [
  { name: "list", as: "manager", path: "/trip-tickets", view: [1440, 900], width: 1100 },
  { name: "ticket", as: "hauler", path: "/trip-tickets/{claimed}", view: [390, 844], width: 390 },
  {
    name: "paper",
    as: "manager",
    path: "/trip-tickets/{ticket}/print",
    view: [816, 1056],
    width: 612,
    part: ".sheet",
  },
] as const;

/** `npx tsx scripts/shots.ts --readme`: take them from the demo, into docs/pictures, small enough for git. */
export async function takeReadmePictures(
  signedIn: (as: string, options: BrowserContextOptions) => Promise<BrowserContext>,
  address: (path: string) => string,
) {
  mkdirSync("docs/pictures", { recursive: true });
  for (const { name, as, path, view, width, ...more } of PICTURES) {
    const [wide, high] = view;
    const context = await signedIn(as, { viewport: { width: wide, height: high }, deviceScaleFactor: 2 });
    const page = await context.newPage();
    const answer = await page.goto(address(path));
    if (!answer?.ok()) throw new Error(`${name}: ${answer?.status()} at ${path}`);
    const taken = "part" in more ? await page.locator(more.part).screenshot() : await page.screenshot();
    await sharp(taken)
      .resize({ width })
      .webp({ quality: 80, effort: 6 })
      .toFile(`docs/pictures/${name}.webp`);
    await context.close();
  }
}
