import { Icon } from "~/ui/icon";
import { paths } from "~/web/paths";
import { formatTicketName } from "../../rules/ticket-name";
import type { getNeighbors } from "../data/neighbors.server";

type Beside = Awaited<ReturnType<typeof getNeighbors.run>>;

/**
 * Links to the previous and next ticket of the list that the user came from; after a page's last ticket, to the list's
 * next page.
 */
export function TicketNeighbors({ previous, next, is_last, further }: Beside & { further: string | null }) {
  return (
    <>
      {previous ? (
        <a
          className="button quiet"
          rel="prev"
          href={paths.ticket(formatTicketName(previous.number, previous.requester))}
        >
          <Icon name="previous" /> <span className="sr">Previous ticket, </span>
          {previous.number}
        </a>
      ) : null}{" "}
      {next ? (
        <a
          className="button quiet"
          rel="next"
          href={paths.ticket(formatTicketName(next.number, next.requester))}
        >
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
