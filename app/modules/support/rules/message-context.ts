import { version } from "../../../../package.json";

const MAX_ROWS = 300;

/** Return a path of this site without its query, which may contain typed text; null for any other URL. */
function pathOf(input: string | null, site: string): string | null {
  if (!input || !URL.canParse(input, site)) return null;
  const { origin, pathname } = new URL(input, site);
  if (origin !== new URL(site).origin || pathname === "/support" || pathname.startsWith("/support/"))
    return null;
  return pathname.slice(0, MAX_ROWS);
}

/**
 * Return the context of a support message: the page the user came from, the version, and a request id for finding the
 * log entry: the id given by an error page (`?request=`), or else the current request's id.
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
