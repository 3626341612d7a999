import { crumbOf } from "~/domain/text/text";
import type { Crumb } from "./shell";

/** The way to a page from its path: Dashboard first, each segment by the specs' rule. */
export function crumbsOf(pathname: string): Crumb[] {
  const segments = pathname.split("/").filter(Boolean);
  return [
    { href: "/", label: "Dashboard" },
    ...segments.map((segment, i) => ({
      href: `/${segments.slice(0, i + 1).join("/")}`,
      label: crumbOf(decodeURIComponent(segment)),
    })),
  ];
}
