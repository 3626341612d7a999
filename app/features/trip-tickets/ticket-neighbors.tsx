import { ticketName } from "~/domain/tickets/ticket-name";
import { Icon } from "~/ui/icon";
import { paths } from "~/web/paths";
import type { getNeighbors } from "./neighbors.server";

type Beside = Awaited<ReturnType<typeof getNeighbors.run>>;

/** The way to the tickets before and after in the list that one came from; after its last row, to its next page. */
export function TicketNeighbors({ previous, next, is_last, further }: Beside & { further: string | null }) {
  return (
    <>
      {previous ? (
        <a
          className="button quiet"
          rel="prev"
          href={paths.ticket(ticketName(previous.number, previous.requester))}
        >
          <Icon name="previous" /> <span className="sr">Previous ticket, </span>
          {previous.number}
        </a>
      ) : null}{" "}
      {next ? (
        <a className="button quiet" rel="next" href={paths.ticket(ticketName(next.number, next.requester))}>
          <span className="sr">Next ticket, </span>
          {next.number} <Icon name="next" />
        </a>
      ) : null}{" "}
      {is_last && further ? (
        <a className="button quiet" href={further}>
          Next page <Icon name="next" />
        </a>
      ) : null}{" "}
    </>
  );
}
