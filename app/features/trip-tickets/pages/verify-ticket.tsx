import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { signatureHolds } from "~/core/tickets/qr.server";
import { verifyTicket } from "~/features/trip-tickets/paper.server";
import { Facts, Notice, PageHead, Time } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { Status } from "~/ui/status";
import { openContext } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf } from "~/web/respond.server";

export const meta: MetaFunction = () => [
  { title: "Is this ticket real? · Timbertally" },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params.ticketId);
  const sig = new URL(args.request.url).searchParams.get("sig");
  // Without a signature of ours this is nobody's page: the ticket itself decides who may see it.
  if (!sig || !signatureHolds("trip-ticket", id, sig)) throw redirect(paths.ticket(id));
  return { id, ticket: await call(verifyTicket, await openContext(args), { id, sig }) };
}

export default function Verification() {
  const { id, ticket } = useLoaderData<typeof loader>();
  if (ticket.withdrawn)
    return (
      <PublicFrame>
        <PageHead
          title={`Ticket ${ticket.number} was withdrawn`}
          lede="This sheet was printed by Timbertally, but its ticket was deleted later. Don't accept a load on it."
        />
      </PublicFrame>
    );
  return (
    <PublicFrame>
      <div className="stack">
        {ticket.intact ? (
          <Notice title="This ticket is real">
            <p>Its history is complete and unchanged.</p>
          </Notice>
        ) : (
          <Notice tone="danger" title="This ticket's history was tampered with">
            <p>Don't rely on what it says. Ask the land manager.</p>
          </Notice>
        )}
        <PageHead title={`Trip Ticket #${ticket.number}`} lede={<Status id={ticket.status} />} />
        <div className="card">
          <Facts
            facts={[
              { term: "Product", value: ticket.product },
              ...(ticket.scientific_name ? [{ term: "Species", value: ticket.scientific_name }] : []),
              { term: ticket.scaled ? "Scaled volume" : "Estimated volume", value: ticket.volume },
              { term: "Origin", value: ticket.county },
              { term: "Destination", value: ticket.destination },
              ...ticket.certifications.map((c) => ({
                term: `${c.type} ${c.license}`,
                value: c.claim ?? "No claim",
              })),
              { term: "Last changed", value: ticket.modified ? <Time {...ticket.modified} /> : null },
            ]}
          />
        </div>
        <p className="small soft">
          Prices, people and companies aren't shown here.{" "}
          <a href={paths.ticket(id)}>Sign in to see the ticket</a> if it's yours.
        </p>
      </div>
    </PublicFrame>
  );
}
