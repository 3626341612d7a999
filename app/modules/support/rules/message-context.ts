import { version } from "../../../../package.json";

const MAX_ROWS = 300;

/** A path of this site, without what was typed into its query; null for anything else. */
function pathOf(input: string | null, site: string): string | null {
  if (!input || !URL.canParse(input, site)) return null;
  const { origin, pathname } = new URL(input, site);
  if (origin !== new URL(site).origin || pathname === "/support" || pathname.startsWith("/support/"))
    return null;
  return pathname.slice(0, MAX_ROWS);
}

/**
 * Return where a person asks from: the page that they came from, the version, and the request id in the log: the one
 * that an error page named (`?request=`), else this one.
 */
export function getMessageContext(request: Request, requestId: string, site: string) {
  const { searchParams } = new URL(request.url);
  const named = searchParams.get("request") ?? "";
  const id = /^[\w-]{1,64}$/.test(named) ? named : requestId;
  return {
    page: pathOf(searchParams.get("from"), site) ?? pathOf(request.headers.get("Referer"), site),
    about: `version ${version}${id ? ` and request ${id}` : ""}`,
  };
}
