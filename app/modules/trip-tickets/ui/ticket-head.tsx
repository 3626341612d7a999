import type { ReactNode } from "react";
import { PageHead } from "~/ui/parts";
import { Status } from "~/ui/status";
import { ProductIcon } from "~/ui/wood";

/** Header of a ticket: with its actions on the ticket's own page, without them on every page below. */
export function TicketHead({
  number,
  status,
  product,
  wood,
  job,
  actions,
}: {
  number: number;
  status: number;
  product: string;
  wood: string;
  job: string;
  actions?: ReactNode;
}) {
  return (
    <PageHead
      title={`Trip Ticket #${number}`}
      lede={
        <>
          <Status id={status} /> · <ProductIcon of={wood} />
          {product} · {job}
        </>
      }
      actions={actions}
    />
  );
}
