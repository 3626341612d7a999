import "~/styles/admin.css";
import type { ReactNode } from "react";
import { typedKeys } from "~/lib/object/records";
import type { UnreadablePart } from "~/lib/text/unreadable-filter";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/parts";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { ADMIN_PAGE_SIZE } from "../rules/lists";

type Asked<Show extends string> = { q: string; show: Show; sort: string };

/** Return the query string of a list without default values. */
const queryOf = ({ q, show, sort }: Asked<string>, usual: string) => {
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  if (show !== usual) query.set("show", show);
  if (sort !== "newest") query.set("sort", sort);
  return query.toString();
};

/** Admin list: a form with search, filter and sort order, its rows, and its pages of fifteen. */
export function AdminList<Show extends string>(props: {
  pathname: string;
  noun: string;
  many?: string;
  label: string;
  asked: Asked<Show>;
  unreadable: readonly UnreadablePart[];
  shown: Record<Show, string>;
  total: number;
  page: number;
  /** True if users can't choose the order because it depends on the filter. */
  unsorted?: boolean;
  children: ReactNode;
}) {
  const { pathname, asked, shown, total, page } = props;
  const [usual = ""] = typedKeys(shown);
  return (
    <div className="stack loose">
      <search>
        <form className="row admin-search">
          <span className="field">
            <label htmlFor="q">{props.label}</label>{" "}
            <input className="input" id="q" name="q" type="search" defaultValue={asked.q} maxLength={100} />
          </span>{" "}
          <span className="field">
            <label htmlFor="show">Show</label>{" "}
            <select className="input" id="show" name="show" defaultValue={asked.show}>
              {typedKeys(shown).map((key) => (
                <option key={key} value={key}>
                  {shown[key]}
                </option>
              ))}
            </select>
          </span>{" "}
          {props.unsorted ? null : (
            <span className="field">
              <label htmlFor="sort">Order</label>{" "}
              <select className="input" id="sort" name="sort" defaultValue={asked.sort}>
                <option value="newest">Newest first</option>
                <option value="name">By name</option>
              </select>
            </span>
          )}{" "}
          <button type="submit" className="button primary">
            Find
          </button>
        </form>
      </search>
      {props.unreadable.length ? (
        <UnreadableFilter parts={props.unreadable} />
      ) : total ? (
        <>
          {props.children}
          <Pagination
            pathname={pathname}
            query={queryOf(asked, usual)}
            page={page}
            pageSize={ADMIN_PAGE_SIZE}
            total={total}
            noun={props.noun}
            many={props.many}
          />
        </>
      ) : (
        <EmptyState
          title={`No ${props.noun} was found`}
          next={queryOf(asked, usual) ? { href: pathname, label: "Show all" } : null}
        />
      )}
    </div>
  );
}

type Column<Row> = { label: string; num?: boolean; day?: boolean; of: (row: Row) => ReactNode };

/** Rows of a list: a table on a desktop, cards on a phone. The first column links to the row's own page. */
export function AdminTable<Row extends { id: number }>(props: {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}) {
  const [first, ...rest] = props.columns;
  if (!first) return null;
  return (
    <div className="tablewrap admin-rows">
      <table className="cards">
        <caption className="sr">{props.caption}</caption>
        <thead>
          <tr>
            {props.columns.map(({ label, num }) => (
              <th key={label} scope="col" className={num ? "num" : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" className="wide">
                {first.of(row)}
              </th>
              {rest.map(({ label, num, day, of }) => (
                <td key={label} className={num ? "num" : day ? "day" : undefined} data-label={label}>
                  {of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
