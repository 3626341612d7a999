import { crumbOf } from "~/domain/text/text";
import type { Crumb } from "./shell";

/** What has no page of its own, like a key, the crews or a destination: the way leads past it. */
const NO_PAGE =
  /^\/(company\/((api-keys|destinations)\/\d+|crews|requests|location-types|invitations(\/\d+)?)|users|trip-tickets\/(bulk|filters\/\d+|export\/templates))$/;

/** The same below a job: what is listed on its pages of sorts, rates, companies and the landing. */
const NO_PAGE_OF_A_JOB =
  /^\/jobs\/\d+\/(products(\/[\d-]+)?|destinations|landings|inventory|(product|haul)-rates|companies\/\d+(\/contracts)?)$/;

/** The way to a page from its path: Dashboard first, each segment that has a page by the specs' rule. */
export function crumbsOf(pathname: string): Crumb[] {
  const segments = pathname.split("/").filter(Boolean);
  const way = segments.map((segment, i) => ({
    href: `/${segments.slice(0, i + 1).join("/")}`,
    label: crumbOf(decodeURIComponent(segment)),
  }));
  return [
    { href: "/", label: "Dashboard" },
    ...way.filter(({ href }) => !NO_PAGE.test(href) && !NO_PAGE_OF_A_JOB.test(href)),
  ];
}
