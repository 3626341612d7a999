import { pages as apiKeys } from "./features/api-keys/pages";
import { pages as bulk } from "./features/bulk/pages";
import { pages as certifications } from "./features/certifications/pages";
import { pages as checks } from "./features/checks/pages";
import { pages as comments } from "./features/comments/pages";
import { pages as companies } from "./features/companies/pages";
import { pages as eudr } from "./features/eudr/pages";
import { pages as exports } from "./features/exports/pages";
import { pages as files } from "./features/files/pages";
import { pages as find } from "./features/find/pages";
import { pages as history } from "./features/history/pages";
import { pages as home } from "./features/home/pages";
import { pages as inventory } from "./features/inventory/pages";
import { pages as jobCompanies } from "./features/job-companies/pages";
import { pages as jobSetup } from "./features/job-setup/pages";
import { pages as jobs } from "./features/jobs/pages";
import { pages as maps } from "./features/maps/pages";
import { pages as outbox } from "./features/outbox/pages";
import { pages as people } from "./features/people/pages";
import { pages as photos } from "./features/photos/pages";
import { pages as places } from "./features/places/pages";
import { pages as rates } from "./features/rates/pages";
import { pages as reconcile } from "./features/reconcile/pages";
import { pages as releases } from "./features/releases/pages";
import { pages as roads } from "./features/roads/pages";
import { pages as sales } from "./features/sales/pages";
import { pages as savedFilters } from "./features/saved-filters/pages";
import { pages as selection } from "./features/selection/pages";
import { pages as sheets } from "./features/sheets/pages";
import { pages as tripTickets } from "./features/trip-tickets/pages";
import { pages as welcome } from "./features/welcome/pages";
import { pages as work } from "./features/work/pages";
import type { Page, Pages } from "./web/page";

/** Whose pages they are: each noun's folder says its own, once. */
const NOUNS: Record<string, Pages> = {
  "api-keys": apiKeys,
  bulk,
  certifications,
  checks,
  comments,
  companies,
  eudr,
  exports,
  files,
  find,
  history,
  home,
  inventory,
  "job-companies": jobCompanies,
  "job-setup": jobSetup,
  jobs,
  maps,
  outbox,
  people,
  photos,
  places,
  rates,
  reconcile,
  releases,
  roads,
  sales,
  "saved-filters": savedFilters,
  selection,
  sheets,
  "trip-tickets": tripTickets,
  welcome,
  work,
};

export type KnownPage = Page & { address: string; noun: string };

const ENTRIES = Object.entries(NOUNS).flatMap(([noun, pages]) =>
  Object.entries(pages).map(([address, entry]) => ({ address, noun, ...entry })),
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

/** The id of the route that shows a page's frame; the page's own is its address. */
export const frameId = (address: string) => `${address} frame`;

const FRAMED = new Set(PAGES.filter(({ frame }) => frame).map(({ address }) => address));

/** The frame that stands around a page, as the address of the page that has it; null is the app's own. */
export function frameAround({ address, beside }: KnownPage): string | null {
  const [near, next] = above(address).filter((one) => FRAMED.has(one));
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
