import type { Page, Pages } from "./web/page";

/** Whose pages they are: each noun's folder says its own, once; a new one is in it by itself. */
const NOUNS = import.meta.glob<Pages>("./features/*/pages.ts", { eager: true, import: "pages" });

export type KnownPage = Page & { address: string; noun: string };

const ENTRIES = Object.entries(NOUNS).flatMap(([file, pages]) =>
  Object.entries(pages).map(([address, entry]) => ({ address, noun: file.split("/")[2] ?? "", ...entry })),
);

/** Every page of the app, and whatever else answers by a module of its own. */
export const PAGES: readonly KnownPage[] = ENTRIES.flatMap((entry) => ("page" in entry ? [entry] : []));

/** Every post that is a line of a noun's table. */
export const POSTS = ENTRIES.flatMap((entry) => ("post" in entry ? [entry] : []));

/** Where the crumb of an address leads: to the page there, to the one that lists it, or it has none. */
export const LEADS_TO: ReadonlyMap<string, string> = new Map(
  ENTRIES.flatMap((entry): [string, string][] => {
    if (entry.listed) return [[entry.address, entry.listed]];
    return "page" in entry && !entry.bare ? [[entry.address, entry.address]] : [];
  }),
);

/** The addresses above one, nearest first, and `/` last. */
export function above(address: string): string[] {
  const parts = address.split("/").filter(Boolean);
  return parts.map((_, i) => `/${parts.slice(0, parts.length - 1 - i).join("/")}`);
}

const FRAMED = new Set(PAGES.filter(({ frame }) => frame).map(({ address }) => address));

/** The frame that stands around a page by its crumbs, as the address of the page that has it; null is the app's own. */
export function frameAround({ address, beside }: KnownPage): string | null {
  const [near, next] = above(address)
    .map((one) => LEADS_TO.get(one) ?? one)
    .filter((one) => FRAMED.has(one));
  return (beside ? next : near) ?? null;
}

/** All frames around a page, the nearest first: the addresses of the pages that have them. */
export function framesAround(page: KnownPage): string[] {
  const near = frameAround(page);
  const owner = PAGES.find(({ address }) => address === near);
  return [...(page.frame ? [page.address] : []), ...(owner ? framesAround(owner) : [])];
}

type Branch = { address?: string; below: Map<string, Branch> };

const TREE: Branch = { below: new Map() };
for (const { address } of [...PAGES, ...POSTS]) {
  let at = TREE;
  for (const part of address.split("/").filter(Boolean)) {
    const name = part.startsWith(":") ? ":" : part;
    const next: Branch = at.below.get(name) ?? { below: new Map() };
    at.below.set(name, next);
    at = next;
  }
  at.address = address;
}

/** The address that a path belongs to; a word that is written in an address goes before a parameter. */
export function addressAt(pathname: string): string | null {
  const find = (branch: Branch, [part, ...rest]: string[]): string | null => {
    if (part === undefined) return branch.address ?? null;
    for (const name of [part, ":"]) {
      const next = branch.below.get(name);
      const found = next && find(next, rest);
      if (found) return found;
    }
    return null;
  };
  return find(TREE, pathname.split("/").filter(Boolean));
}

/** The post that a path belongs to. */
export function postAt(pathname: string) {
  const address = addressAt(pathname);
  return POSTS.find((post) => post.address === address) ?? null;
}
