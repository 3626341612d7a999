import { version } from "../../../package.json";

const MOST = 300;

/** A path of this site, without what was typed into its query; null for anything else. */
function pathOf(given: string | null, site: string): string | null {
  if (!given || !URL.canParse(given, site)) return null;
  const { origin, pathname } = new URL(given, site);
  if (origin !== new URL(site).origin || pathname === "/support" || pathname.startsWith("/support/"))
    return null;
  return pathname.slice(0, MOST);
}

/**
 * Where a person is when they ask, and with what: the page that they came from, the version, and the request that a log
 * knows: the one that an error page named (`?request=`), else this one.
 */
export function alongWith(request: Request, requestId: string, site: string) {
  const { searchParams } = new URL(request.url);
  const named = searchParams.get("request") ?? "";
  const id = /^[\w-]{1,64}$/.test(named) ? named : requestId;
  return {
    page: pathOf(searchParams.get("from"), site) ?? pathOf(request.headers.get("Referer"), site),
    about: `version ${version}${id ? ` and request ${id}` : ""}`,
  };
}
