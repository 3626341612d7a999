import { count } from "~/domain/text/text";

/** The address of a page of a list: zero-based in the address, where the first is left out. */
export function pageHref(pathname: string, query: string, page: number): string {
  const params = new URLSearchParams(query);
  params.delete("page");
  if (page > 0) params.set("page", String(page));
  const text = params.toString();
  return text ? `${pathname}?${text}` : pathname;
}

/** Previous and next, counted from one for people. `total` of null means more than were counted. */
export function Pagination(props: {
  pathname: string;
  query: string;
  page: number;
  pageSize: number;
  total: number;
  capped?: boolean;
  noun?: string;
}) {
  const { pathname, query, page, pageSize, total, capped } = props;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const hasNext = page + 1 < pages || Boolean(capped);
  return (
    <nav className="pager" aria-label="Pages">
      <span className="soft">
        {capped ? `More than ${total.toLocaleString("en-US")}` : count(total, props.noun ?? "row")}
        {pages > 1 || capped
          ? ` · Page ${page + 1}${capped ? "" : ` of ${pages.toLocaleString("en-US")}`}`
          : ""}
      </span>
      {pages > 1 || capped ? (
        <span className="row">
          {page > 0 ? (
            <a className="button" rel="prev" href={pageHref(pathname, query, page - 1)}>
              Previous
            </a>
          ) : null}
          {hasNext ? (
            <a className="button" rel="next" href={pageHref(pathname, query, page + 1)}>
              Next
            </a>
          ) : null}
        </span>
      ) : null}
    </nav>
  );
}
