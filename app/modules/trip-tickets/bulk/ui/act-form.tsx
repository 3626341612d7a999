import "~/styles/bulk.css";
import { SelectField } from "~/ui/field";
import type { BulkActionPage } from "../data/act-page.server";
import { DESTINATION_CERTIFICATE, NO_CERTIFICATE, WORK_ROLES } from "../rules/bulk";

type Values = Record<string, string | undefined>;
const LABELS = {
  cutter: ["Logger/Cutter", "Cutter's person"],
  skidder: ["Skidder/Forwarder", "Skidder's person"],
  hauler: ["Hauler", "Driver"],
} as const;
const AS_IT_IS = "Leave unchanged";

/** Form fields of a bulk action; a field left empty doesn't change the tickets. */
export function BulkActionFields({
  page,
  values,
  errors,
}: {
  page: BulkActionPage;
  values: Values;
  errors: Record<string, string[] | null>;
}) {
  const { act, choices } = page;
  const field = (name: string) => ({
    id: name,
    name,
    defaultValue: values[name],
    errors: errors[name] ?? undefined,
  });
  if (act === "status")
    return (
      <SelectField
        field={field("trip_ticket_status_id")}
        label="New status"
        empty="Choose a status"
        options={choices.statuses}
      />
    );
  if (act === "priority")
    return (
      <SelectField
        field={field("trip_ticket_priority_id")}
        label="New priority"
        empty="Choose a priority"
        options={choices.priorities}
      />
    );
  if (act === "destination" && choices.destinations.length === 0)
    return <p>The company that requested the job, or its land manager, chooses where these loads go.</p>;
  if (act === "destination")
    return choices.destinations.map(({ job, options }, i) => (
      <div key={job.id}>
        <input type="hidden" name={`destinations[${i}].job_id`} value={job.id} />
        <SelectField
          field={{ ...field(`destinations[${i}].job_destination_id`), id: `destination-${job.id}` }}
          label={`New destination for loads of ${job.name}`}
          empty={AS_IT_IS}
          options={options}
        />
      </div>
    ));
  if (act === "certification" && choices.certificates.length === 0)
    return (
      <p>The company that requested the job, or its land manager, chooses the certificate of its loads.</p>
    );
  if (act === "certification")
    return (
      <SelectField
        field={field("certificate")}
        label="New certificate"
        hint="Loads whose destination has none, or one that wasn't valid when they were loaded, stay as they are."
        empty="Choose a certificate"
        options={[
          { value: DESTINATION_CERTIFICATE, label: "What each load's destination asks for" },
          ...choices.certificates,
          { value: NO_CERTIFICATE, label: "No certificate" },
        ]}
      />
    );
  if (act !== "assignment") return null;
  return WORK_ROLES.map((hand) => (
    <div key={hand} className="stack">
      <SelectField
        field={field(`${hand}_company_id`)}
        label={LABELS[hand][0]}
        empty={AS_IT_IS}
        options={choices.companies[hand]}
      />
      {choices.people[hand].length ? (
        <SelectField
          field={field(`${hand}_user_id`)}
          label={LABELS[hand][1]}
          empty={AS_IT_IS}
          options={choices.people[hand]}
        />
      ) : null}
    </div>
  ));
}

/** List of selected tickets, each with its changes or the reason the action is refused. */
export function BulkActionTickets({ page, shows }: { page: BulkActionPage; shows: boolean }) {
  return (
    <section className="stack" aria-label="What changes">
      <p className="soft">
        {page.statuses.map(({ status, n }) => `${n.toLocaleString("en-US")} ${status}`).join(" · ")}
      </p>
      {shows ? (
        <ul className="lines card changes">
          {page.tickets.map((t) => (
            <li key={t.id} className="row between">
              <span>Ticket {t.number}</span>{" "}
              <span>
                {t.refused ? (
                  <span className="error">Can't change: {t.refused}</span>
                ) : t.changes.length ? (
                  t.changes.map((c) => (
                    <span key={c.what} className="block">
                      {c.what}: <del className="soft">{c.original}</del> <ins>{c.selected}</ins>{" "}
                    </span>
                  ))
                ) : page.act === "deletion" ? (
                  "is deleted"
                ) : (
                  "unchanged"
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {shows && page.count > page.tickets.length ? (
        <p className="soft small">And {(page.count - page.tickets.length).toLocaleString("en-US")} more.</p>
      ) : null}
    </section>
  );
}
