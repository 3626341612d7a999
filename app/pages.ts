import type { Page, Pages } from "./web/page";

/** Pages of each feature, listed once in its folder; a new feature is included automatically. */
const NOUNS = import.meta.glob<Pages>("./modules/**/pages.ts", { eager: true, import: "pages" });

export type RegisteredPage = Page & { address: string; noun: string };

const ENTRIES = Object.entries(NOUNS).flatMap(([file, pages]) =>
  Object.entries(pages).map(([address, entry]) => ({
    address,
    noun: file.slice("./modules/".length, -"/pages.ts".length),
    ...entry,
  })),
);

/** Every page of the app, and every other entry with its own route module. */
export const PAGES: readonly RegisteredPage[] = ENTRIES.flatMap((entry) => ("page" in entry ? [entry] : []));

/** Every POST-only address that is an entry in a feature's `pages.ts`. */
export const POST_ENTRIES = ENTRIES.flatMap((entry) => ("post" in entry ? [entry] : []));

/** Targets of breadcrumb links by address: the page at the address, the page that lists it, or none. */
export const BREADCRUMB_TARGETS: ReadonlyMap<string, string> = new Map(
  ENTRIES.flatMap((entry): [string, string][] => {
    if (entry.listed) return [[entry.address, entry.listed]];
    return "page" in entry && !entry.bare ? [[entry.address, entry.address]] : [];
  }),
);

/** Return the addresses of a page's parents, nearest first, with `/` last. */
export function listParentPages(address: string): string[] {
  const parts = address.split("/").filter(Boolean);
  return parts.map((_, i) => `/${parts.slice(0, parts.length - 1 - i).join("/")}`);
}

const FRAMED = new Set(PAGES.filter(({ frame }) => frame).map(({ address }) => address));

/**
 * Return the frame around a page, determined by its breadcrumbs, as the address of the page that owns the frame; null
 * means only the app's own frame.
 */
export function getFrame({ address, beside }: RegisteredPage): string | null {
  const [near, next] = listParentPages(address)
    .map((item) => BREADCRUMB_TARGETS.get(item) ?? item)
    .filter((item) => FRAMED.has(item));
  return (beside ? next : near) ?? null;
}

/** Return all frames around a page, nearest first, as the addresses of the pages that own them. */
export function listFrames(page: RegisteredPage): string[] {
  const near = getFrame(page);
  const owner = PAGES.find(({ address }) => address === near);
  return [...(page.frame ? [page.address] : []), ...(owner ? listFrames(owner) : [])];
}

type Branch = { address?: string; below: Map<string, Branch> };

const TREE: Branch = { below: new Map() };
for (const { address } of [...PAGES, ...POST_ENTRIES]) {
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

/** Return the POST entry whose address matches a path. */
export function findPost(pathname: string) {
  const address = findPageAddress(pathname);
  return POST_ENTRIES.find((post) => post.address === address) ?? null;
}
