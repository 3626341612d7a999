import type { ListActions } from "~/core/tickets/list-actions";
import { Icon } from "~/ui/icon";
import { ButtonLink } from "~/ui/parts";
import { paths } from "~/web/paths";

/** What can be done with the list above its rows, as far as its reader may. */
export function ListButtons({ may, query }: { may: ListActions; query: string }) {
  return (
    <>
      {may.works ? <ButtonLink href={paths.export(query)}>Export</ButtonLink> : null}{" "}
      {may.reconcile ? <ButtonLink href={paths.reconcile}>Reconcile</ButtonLink> : null}{" "}
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
