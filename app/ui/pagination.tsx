import { formatCount } from "~/lib/text/text";
import { Icon } from "./icon";

/** Return the URL of a page of a list. Its number is zero-based, and omitted for the first page. */
export function buildPageHref(pathname: string, query: string, page: number): string {
  const params = new URLSearchParams(query);
  params.delete("page");
  if (page > 0) params.set("page", String(page));
  const text = params.toString();
  return text ? `${pathname}?${text}` : pathname;
}

/** Return the text about the current page, also for a page number that doesn't exist. */
function pageWords(page: number, pages: number | null): string {
  if (pages === null) return `Page ${page + 1}`;
  const last = pages.toLocaleString("en-US");
  return page < pages
    ? `Page ${page + 1} of ${last}`
    : `There isn't a page ${(page + 1).toLocaleString("en-US")}. The last one is ${last}.`;
}

/**
 * Links to the first, previous, next and last page, numbered from one. If `capped`, there are more rows than `total`,
 * so the last page is unknown. From a page after the end, "previous" links to the last page with rows.
 */
export function Pagination(props: {
  pathname: string;
  query: string;
  page: number;
  pageSize: number;
  total: number;
  capped?: boolean;
  noun?: string;
  /** Plural, if irregular. */
  many?: string;
}) {
  const { pathname, query, page, pageSize, total, capped } = props;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const hasNext = page + 1 < pages || Boolean(capped);
  const before = capped ? page - 1 : Math.min(page - 1, pages - 1);
  if (total === 0 && page === 0 && !capped) return null;
  return (
    <nav className="pager" aria-label="Pages">
      <span className="soft">
        {capped
          ? `More than ${total.toLocaleString("en-US")}`
          : formatCount(total, props.noun ?? "row", props.many)}
        {pages > 1 || capped ? ` · ${pageWords(page, capped ? null : pages)}` : ""}
      </span>{" "}
      {pages > 1 || capped ? (
        <span className="row">
          {page > 1 ? (
            <a className="button quiet" href={buildPageHref(pathname, query, 0)}>
              First
            </a>
          ) : null}{" "}
          {page > 0 ? (
            <a className="button" rel="prev" href={buildPageHref(pathname, query, before)}>
              <Icon name="previous" /> Previous
            </a>
          ) : null}{" "}
          {hasNext ? (
            <a className="button" rel="next" href={buildPageHref(pathname, query, page + 1)}>
              Next <Icon name="next" />
            </a>
          ) : null}{" "}
          {!capped && page + 2 < pages ? (
            <a className="button quiet" href={buildPageHref(pathname, query, pages - 1)}>
              Last
            </a>
          ) : null}
        </span>
      ) : null}
    </nav>
  );
}
