import { ButtonLink, EmptyState, Notice } from "~/ui/parts";
import { paths } from "~/web/paths";

/**
 * Notices that a list of very many loads is limited, with ways to narrow it
 * (docs/decisions/007-filters-of-big-lists.md).
 */
export function ListNotices({ sortable, looked }: { sortable: boolean; looked: number | null }) {
  return (
    <>
      {sortable ? null : (
        <Notice>
          <p>
            More than 1,000 loads match, so they're sorted by last change. Narrow the list to sort another
            way.
          </p>
        </Notice>
      )}
      {looked ? (
        <Notice tone="warn">
          <p>
            These are the matches among the last {looked.toLocaleString("en-US")} loads that changed. Filter
            by job, destination or dates to find older ones.
          </p>
        </Notice>
      ) : null}
    </>
  );
}

/** Empty list message, with the next step. */
export function NoTickets(props: { searched: boolean; filtered: boolean; create: boolean }) {
  const { searched, filtered, create } = props;
  return (
    <EmptyState title="No trip tickets found">
      <p className="soft">
        {searched
          ? "No ticket that you can see has this number."
          : filtered
            ? "No tickets match these filters."
            : "Loads on your jobs appear here once they have a ticket."}
      </p>
      {searched || filtered ? (
        <ButtonLink href={paths.tickets}>Show all loads</ButtonLink>
      ) : create ? (
        <ButtonLink href={paths.newTicket()}>Start a trip ticket</ButtonLink>
      ) : (
        <ButtonLink href={paths.jobs}>See your jobs</ButtonLink>
      )}
    </EmptyState>
  );
}
