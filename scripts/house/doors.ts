import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Page, Pages } from "../../app/web/page";

/** The nouns' pages as their folders say them; `app/pages.ts` is put together by the build, which isn't asked here. */
const features = new URL("../../app/features/", import.meta.url);
const tables = await Promise.all(
  readdirSync(features)
    .map((noun) => new URL(`${noun}/pages.ts`, features))
    .filter((file) => existsSync(file))
    .map(async ({ href }) => ((await import(/* @vite-ignore */ href)) as { pages: Pages }).pages),
);
const PAGES = tables.flatMap((pages) =>
  Object.entries(pages).flatMap(([address, entry]): (Page & { address: string })[] =>
    "page" in entry ? [{ address, ...entry }] : [],
  ),
);

/** Pages that the crumbs put below a frame, but that are shown without it. */
export const besideTheirFrame = () => PAGES.filter(({ beside }) => beside).map(({ address }) => address);

/** Things (addresses that end in an id) that vanish from the screen on the pages below them. */
export const unframed = () =>
  PAGES.filter(
    ({ address, bare, frame }) =>
      /:\w+$/.test(address) &&
      !bare &&
      !frame &&
      PAGES.some((page) => !page.bare && page.address.startsWith(`${address}/`)),
  ).map(({ address }) => address);

/** Modules of posts that could be a line of a table. */
export const postStubs = (files: readonly string[]) =>
  files.filter((file) =>
    /^import \{ postOnly \}[\s\S]*^export default function Posted\(/m.test(readFileSync(file, "utf8")),
  );
