import "~/styles/bulk.css";
import { ButtonLink, Facts, Time } from "~/ui/parts";
import { Status } from "~/ui/status";
import { paths } from "~/web/paths";
import type { PanelTicket } from "../data/panel.server";

/** Panel next to a list: a single ticket with its status line, or several tickets as collapsible sections. */
export function TicketPanel({ panel, back }: { panel: PanelTicket[]; back: string }) {
  const [only, ...others] = panel;
  return (
    <aside className="card panel" id="panel" aria-label="Selected tickets">
      <header>
        <h2>{only && others.length === 0 ? `Trip Ticket #${only.number}` : `${panel.length} tickets`}</h2>
        <a href={back}>Close</a>
      </header>
      {only && others.length === 0 ? (
        <>
          <StatusLine ticket={only} />
          <TicketFacts ticket={only} />
        </>
      ) : (
        <TicketSections tickets={panel} />
      )}
      {panel.length ? null : (
        <p className="soft">We couldn't find that trip ticket, or you don't have access to it.</p>
      )}
    </aside>
  );
}

const StatusLine = ({ ticket: t }: { ticket: PanelTicket }) => (
  <p>
    <Status id={t.status} /> · {t.product} · {t.job.name}
  </p>
);

/** Collapsible section for each ticket. */
export function TicketSections({ tickets }: { tickets: PanelTicket[] }) {
  return tickets.map((t) => (
    <details key={t.id} className="section">
      <summary>
        Trip Ticket #{t.number} <Status id={t.status} />
      </summary>
      <TicketFacts ticket={t} />
    </details>
  ));
}

function TicketFacts({ ticket: t }: { ticket: PanelTicket }) {
  return (
    <div className="stack">
      <Facts
        facts={[
          {
            term: "Job",
            value: (
              <>
                {t.job.name} · <a href={paths.job(t.job.id)}>View Job</a>
              </>
            ),
          },
          { term: "Product", value: t.product },
          { term: "Destination", value: t.destination.name },
          { term: "Priority", value: t.priority },
          { term: "Cutter", value: t.cutter },
          { term: "Skidder", value: t.skidder },
          { term: "Hauler", value: [t.hauler, t.hauler_user].filter(Boolean).join(", ") },
          { term: t.scaled ? "Scaled volume" : "Estimated volume", value: t.scaled ?? t.estimated },
          { term: "Scale ticket", value: t.scale_ticket_number },
          { term: "Dropped off", value: t.dropped_off && <Time {...t.dropped_off} /> },
          { term: "Last changed", value: t.modified && <Time {...t.modified} /> },
        ]}
      />
      <div className="row">
        <ButtonLink href={paths.ticket(t.id)}>Open ticket {t.number}</ButtonLink>
        <ButtonLink href={paths.ticketPrint(t.id)}>Print</ButtonLink>
      </div>
    </div>
  );
}
