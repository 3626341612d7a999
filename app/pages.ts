import type { Page, Pages } from "./web/page";

/** Pages of each feature, listed once in its folder; a new feature is included automatically. */
const NOUNS = import.meta.glob<Pages>("./modules/**/pages.ts", { eager: true, import: "pages" });

export type KnownPage = Page & { address: string; noun: string };

const ENTRIES = Object.entries(NOUNS).flatMap(([file, pages]) =>
  Object.entries(pages).map(([address, entry]) => ({
    address,
    noun: file.slice("./modules/".length, -"/pages.ts".length),
    ...entry,
  })),
);

/** Every page of the app, and everything else with its own route module. */
export const PAGES: readonly KnownPage[] = ENTRIES.flatMap((entry) => ("page" in entry ? [entry] : []));

/** Every post that is an entry in a feature's table. */
export const POSTS = ENTRIES.flatMap((entry) => ("post" in entry ? [entry] : []));

/** Link target of a breadcrumb by address: the page there, the one that lists it, or none. */
export const LEADS_TO: ReadonlyMap<string, string> = new Map(
  ENTRIES.flatMap((entry): [string, string][] => {
    if (entry.listed) return [[entry.address, entry.listed]];
    return "page" in entry && !entry.bare ? [[entry.address, entry.address]] : [];
  }),
);

/** Return the parent addresses, nearest first, and `/` last. */
export function listParentPages(address: string): string[] {
  const parts = address.split("/").filter(Boolean);
  return parts.map((_, i) => `/${parts.slice(0, parts.length - 1 - i).join("/")}`);
}

const FRAMED = new Set(PAGES.filter(({ frame }) => frame).map(({ address }) => address));

/** Return the frame around a page by its breadcrumbs, as the address of the page that has it; null means the app's own. */
export function getFrame({ address, beside }: KnownPage): string | null {
  const [near, next] = listParentPages(address)
    .map((item) => LEADS_TO.get(item) ?? item)
    .filter((item) => FRAMED.has(item));
  return (beside ? next : near) ?? null;
}

/** Return all frames around a page, nearest first: the addresses of the pages that have them. */
export function listFrames(page: KnownPage): string[] {
  const near = getFrame(page);
  const owner = PAGES.find(({ address }) => address === near);
  return [...(page.frame ? [page.address] : []), ...(owner ? listFrames(owner) : [])];
}

type Branch = { address?: string; below: Map<string, Branch> };

const TREE: Branch = { below: new Map() };
for (const { address } of [...PAGES, ...POSTS]) {
  let target = TREE;
  for (const part of address.split("/").filter(Boolean)) {
    const name = part.startsWith(":") ? ":" : part;
    const next: Branch = target.below.get(name) ?? { below: new Map() };
    target.below.set(name, next);
    target = next;
  }
  target.address = address;
}

/** Return the address pattern that a path matches; a literal segment takes precedence over a parameter. */
export function findPageAddress(pathname: string): string | null {
  const find = (branch: Branch, [part, ...rest]: string[]): string | null => {
    if (part === undefined) return branch.address ?? null;
    for (const name of [part, ":"]) {
      const next = branch.below.get(name);
      const text = next && find(next, rest);
      if (text) return text;
    }
    return null;
  };
  return find(TREE, pathname.split("/").filter(Boolean));
}

/** Return the post that a path matches. */
export function findPost(pathname: string) {
  const address = findPageAddress(pathname);
  return POSTS.find((post) => post.address === address) ?? null;
}
