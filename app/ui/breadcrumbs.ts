import { crumbOf } from "~/domain/text/text";
import type { Crumb } from "./shell";

/** Segments without a page of their own, and the page that lists what they name. `$1` is the job. */
const LISTED: readonly (readonly [RegExp, string])[] = [
  [/^\/company\/(crews|requests|invitations)$/, "/company/people"],
  [/^\/company\/location-types$/, "/company/locations"],
  [/^\/company\/certifications\/(groups|requests)$/, "/company/certifications"],
  [/^\/users$/, "/company/people"],
  [/^\/trip-tickets\/bulk$/, "/trip-tickets/selection"],
  [/^\/trip-tickets\/exports$/, "/trip-tickets/export"],
  [/^\/trip-tickets\/export\/templates$/, "/trip-tickets/export"],
  [/^\/sheets$/, "/jobs"],
  [/^\/jobs\/(\d+)\/(products|destinations)$/, "/jobs/$1/sorts"],
  [/^\/jobs\/(\d+)\/(landings|inventory)$/, "/jobs/$1/landing"],
  [/^\/jobs\/(\d+)\/(product|haul)-rates$/, "/jobs/$1/rates"],
  [/^\/jobs\/(\d+)\/companies\/\d+\/contracts$/, "/jobs/$1/companies"],
];

/** Ids without a page of their own: the way leads past them. */
const NO_PAGE =
  /^\/(company\/(api-keys|requests|invitations)\/\d+|trip-tickets\/filters\/\d+|jobs\/\d+\/(products\/[\d-]+|companies\/\d+))$/;

/** Where a crumb leads: to its own page, else to the one that lists it. */
function pageOf(path: string): string {
  for (const [pattern, page] of LISTED) if (pattern.test(path)) return path.replace(pattern, page);
  return path;
}

/**
 * The crumbs to a page from its path: Dashboard first, then each segment by the specs' rule, each with a page to open.
 * `seen` holds the query of the list that the person came from, by its path, so that its crumb leads back to the same
 * rows.
 */
export function crumbsOf(pathname: string, seen: Record<string, string> = {}): Crumb[] {
  const back = (page: string) => (seen[page] ? `${page}?${seen[page]}` : page);
  const segments = pathname.split("/").filter(Boolean);
  const way = segments
    .map((segment, i) => ({ path: `/${segments.slice(0, i + 1).join("/")}`, segment }))
    .filter(({ path }, i) => i === segments.length - 1 || !NO_PAGE.test(path));
  return [
    { href: "/", label: "Dashboard" },
    ...way.map(({ path, segment }) => ({
      href: back(path === `/${segments.join("/")}` ? path : pageOf(path)),
      label: crumbOf(decodeURIComponent(segment)),
    })),
  ];
}
