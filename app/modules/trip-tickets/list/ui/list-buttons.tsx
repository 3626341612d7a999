import { Icon } from "~/ui/icon";
import { ButtonLink } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { ListActions } from "../../rules/list-actions";
import { MAX_PAGE_ROWS } from "../../rules/list-query";

/**
 * Buttons above the list's rows, limited to what its reader may do. A `brief` list is one spreadsheet, sent at once; a
 * longer one starts on the page of exports.
 */
export function ListButtons(props: {
  may: ListActions;
  query: string;
  brief: boolean;
  /** Loads whose slips can be typed: the rows of the page. */
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

/** Link to more rows on a page, and back to the usual number; it starts from the first page. */
export function RowsChoice(props: { pathname: string; query: string; few: number; many: boolean }) {
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
