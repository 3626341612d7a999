import { formatTicketLabel } from "~/modules/trip-tickets/rules/load-labels";
import { paths } from "~/web/paths";

/** Heading of the pages about a claim: its load, service and amount. */
export function ClaimHeader(props: {
  title: string;
  claim: {
    ticket_id: number | null;
    number: number;
    job: string;
    service: string;
    payer: string;
    receiver: string;
    amount: string | null;
    problem: string | null;
    status: string;
  };
}) {
  const { title, claim } = props;
  const load = formatTicketLabel(claim.number);
  return (
    <>
      <h2>{title}</h2>
      <p>
        {claim.ticket_id === null ? load : <a href={paths.ticket(claim.ticket_id)}>{load}</a>}, {claim.job}.{" "}
        {claim.service}: {claim.payer} pays {claim.receiver}{" "}
        {claim.amount === null ? null : <strong>{claim.amount}</strong>}
        {claim.amount === null ? null : "."}{" "}
        {claim.problem ?? (claim.status.endsWith(".") ? claim.status : `${claim.status}.`)}
      </p>
    </>
  );
}
