import { readFileSync } from "node:fs";
import { PAGES } from "../../app/pages";

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
