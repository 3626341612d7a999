import { Icon } from "~/ui/icon";
import { ButtonLink } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { ListActions } from "../../rules/list-actions";
import { MAX_PAGE_ROWS } from "../../rules/list-query";

/**
 * Buttons above the list, limited to what the reader may do. A `brief` list is exported at once as one spreadsheet; a
 * longer list opens the exports page.
 */
export function ListButtons(props: {
  may: ListActions;
  query: string;
  brief: boolean;
  /** Loads on this page whose slips can be entered. */
  weighed: readonly number[];
}) {
  const { may, query, brief, weighed } = props;
  return (
    <>
      {may.reconcile && weighed.length ? (
        <ButtonLink href={paths.weights(weighed)}>Weights</ButtonLink>
      ) : null}{" "}
      {may.works && brief ? (
        <ButtonLink href={paths.exportFile(query, "xlsx", "shown")}>Spreadsheet</ButtonLink>
      ) : null}{" "}
      {may.works ? <ButtonLink href={paths.export(query)}>Export</ButtonLink> : null}{" "}
      {may.reconcile ? <ButtonLink href={paths.reconcile}>Reconcile</ButtonLink> : null}{" "}
      {may.create ? <ButtonLink href={paths.imports()}>Import</ButtonLink> : null}{" "}
      <ButtonLink href={paths.columns}>Columns</ButtonLink>{" "}
      <ButtonLink href={`${paths.savedFilters}?${new URLSearchParams({ query })}`}>Saved filters</ButtonLink>{" "}
      {may.create ? (
        <ButtonLink href={paths.newTicket()} tone="primary">
          <Icon name="plus" /> New trip ticket
        </ButtonLink>
      ) : null}
    </>
  );
}

/** Links to more rows per page, and back to the usual number; both start at the first page. */
export function RowCountLinks(props: { pathname: string; query: string; few: number; many: boolean }) {
  const params = new URLSearchParams(props.query);
  params.delete("page");
  if (props.many) params.delete("rows");
  else params.set("rows", String(MAX_PAGE_ROWS));
  return (
    <p className="small rows-choice">
      <a href={`${props.pathname}${params.size ? `?${params}` : ""}`}>
        {props.many ? props.few : MAX_PAGE_ROWS} rows a page
      </a>
    </p>
  );
}
