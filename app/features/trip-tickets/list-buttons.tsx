import type { ListActions } from "~/core/tickets/list-actions";
import { MANY_ROWS } from "~/domain/tickets/list-query";
import { Icon } from "~/ui/icon";
import { ButtonLink } from "~/ui/parts";
import { paths } from "~/web/paths";

/** What can be done with the list above its rows, as far as its reader may. A `brief` list is one spreadsheet, sent at once; a longer one begins on the page of exports. */
export function ListButtons(props: {
  may: ListActions;
  query: string;
  brief: boolean;
  /** The loads whose slips can be typed: the rows of the page. */
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

/** The way to more rows on a page, and back to the usual ones; it starts from the first page. */
export function RowsChoice(props: { pathname: string; query: string; few: number; many: boolean }) {
  const params = new URLSearchParams(props.query);
  params.delete("page");
  if (props.many) params.delete("rows");
  else params.set("rows", String(MANY_ROWS));
  return (
    <p className="small rows-choice">
      <a href={`${props.pathname}${params.size ? `?${params}` : ""}`}>
        {props.many ? props.few : MANY_ROWS} rows a page
      </a>
    </p>
  );
}
