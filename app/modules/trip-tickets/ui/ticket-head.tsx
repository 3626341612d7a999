import type { ReactNode } from "react";
import { PageHead } from "~/ui/parts";
import { Status } from "~/ui/status";
import { WoodMark } from "~/ui/wood";

/** Header of a ticket: with its actions on its own page, and at the top of every page below it. */
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
          <Status id={status} /> · <WoodMark of={wood} />
          {product} · {job}
        </>
      }
      actions={actions}
    />
  );
}
