import { useForm } from "@conform-to/react";
import { ErrorSummary, SelectField, stateOf, TextField } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { EmptyState, Notice } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { FormReply } from "~/web/respond.server";
import type { listJobsForTickets, newTicketForm } from "./new-ticket.server";
import { PRIORITY_NAMES } from "./trip-ticket";

type Form = Awaited<ReturnType<typeof newTicketForm.run>>;
type Jobs = Awaited<ReturnType<typeof listJobsForTickets.run>>;
type Fields = {
  job_destination_id: string;
  product: string;
  estimated_volume: string;
  estimated_wood_unit_type_id: string;
  trip_ticket_priority_id: string;
  cutter_company_id: string;
  skidder_company_id: string;
  hauler_company_id: string;
  hauler_user_id: string;
  loads: string;
};

const FIELD_NAMES: (keyof Fields)[] = [
  "job_destination_id",
  "product",
  "estimated_volume",
  "estimated_wood_unit_type_id",
  "trip_ticket_priority_id",
  "cutter_company_id",
  "skidder_company_id",
  "hauler_company_id",
  "hauler_user_id",
  "loads",
];

const options = (list: { id: number; name: string }[]) => list.map((o) => ({ value: o.id, label: o.name }));
const UNITS = [
  { value: 1, label: "MBF" },
  { value: 2, label: "ton" },
  { value: 3, label: "cord" },
];

/** Above this many there is a search box (spec 2, section 5). */
const SEARCH_ABOVE = 5;

/** First of all: on which job. Where a company has more than a page holds, a part of the name or number finds it. */
export function ChooseJob({ jobs: { jobs, more }, name }: { jobs: Jobs; name: string }) {
  if (jobs.length === 0 && !name)
    return (
      <EmptyState title="No job to make a ticket on">
        <p className="soft">
          Tickets are made on active jobs that your company requests, manages, cuts, skids or hauls on.
        </p>
      </EmptyState>
    );
  return (
    <div className="stack">
      {more || name || jobs.length > SEARCH_ABOVE ? (
        <form method="get" className="search" data-suggest="">
          <label className="sr" htmlFor="name">
            Job or contract number
          </label>
          <input
            className="input"
            type="search"
            id="name"
            name="name"
            defaultValue={name}
            maxLength={100}
            autoComplete="off"
            placeholder="Job or contract number"
          />
          <button type="submit" className="button">
            <Icon name="search" /> Search
          </button>
        </form>
      ) : null}
      {jobs.length ? null : <p className="soft">No job matches your search</p>}
      <ul className="stack">
        {jobs.map((job) => (
          <li key={job.id} className="card">
            <a href={paths.newTicket(job.id)} data-option={job.contract_number ?? ""}>
              {job.name}
            </a>
            <span className="soft small">{job.contract_number}</span>
          </li>
        ))}
      </ul>
      {more ? <p className="soft">There are more. Search for a part of the name or number.</p> : null}
    </div>
  );
}

/** The new load. Choosing another destination asks the server for its products again, without a script too. */
export function NewTicketForm({
  form,
  result,
  submissionId,
  otherJobs,
  sheet,
}: {
  form: Form;
  result?: FormReply;
  submissionId: string;
  otherJobs: boolean;
  /** The printed sheet whose numbers the ticket takes. */
  sheet: { id: number; sig: string; trip_ticket_number: number; load_number: number } | null;
}) {
  const text = (value: number | string | null) => (value === null ? undefined : String(value));
  const { start } = form;
  const [meta, fields] = useForm<Fields>({
    lastResult: result?.reply,
    defaultValue: {
      job_destination_id: text(start.job_destination_id),
      product: start.product ?? undefined,
      estimated_volume: start.estimated_volume,
      estimated_wood_unit_type_id: text(start.estimated_wood_unit_type_id),
      trip_ticket_priority_id: text(start.trip_ticket_priority_id),
      cutter_company_id: text(start.cutter_company_id),
      skidder_company_id: text(start.skidder_company_id),
      hauler_company_id: text(start.hauler_company_id),
      hauler_user_id: text(start.hauler_user_id),
      loads: "1",
    },
  });
  const withSheet = sheet ? `&${new URLSearchParams({ sheet: String(sheet.id), sig: sheet.sig })}` : "";
  if (form.products.length === 0)
    return (
      <EmptyState title="No products have been added to this job yet.">
        <a href={paths.job(form.job.id)}>View Job</a>
      </EmptyState>
    );
  return (
    <div className="stack loose">
      {form.destinations.length > 1 || form.has_last || otherJobs ? (
        <div className="stack">
          {form.destinations.length > 1 ? (
            <nav className="chips" aria-label="Destination">
              {form.destinations.map((d) => (
                <a
                  key={d.id}
                  className="chip"
                  href={`${paths.newTicket(form.job.id)}&job_destination_id=${d.id}${withSheet}`}
                  aria-current={d.id === start.job_destination_id ? "true" : undefined}
                >
                  {d.name}
                </a>
              ))}
            </nav>
          ) : null}
          <p className="row small">
            {form.has_last ? (
              <a href={`${paths.newTicket(form.job.id)}&same_as_last${withSheet}`}>Same as last load</a>
            ) : null}
            {otherJobs ? <a href={paths.newTicket()}>Another job</a> : null}
          </p>
        </div>
      ) : null}
      <form method="post" className="stack loose">
        <ErrorSummary formErrors={meta.errors} fields={FIELD_NAMES.map((name) => fields[name])} />
        {result?.alreadySent ? (
          <Notice tone="warn" title="This form was sent before">
            <p>
              What was sent then is saved. <a href={result.alreadySent.href}>Open that ticket</a>, or{" "}
              <a href={paths.newTicket(form.job.id)}>make another one</a>.
            </p>
          </Notice>
        ) : null}
        {sheet ? (
          <>
            <Notice title={`Sheet: trip ticket #${sheet.trip_ticket_number}, load ${sheet.load_number}`}>
              <p>The ticket gets the numbers that are printed on the sheet.</p>
            </Notice>
            <input type="hidden" name="blank_sheet_id" value={sheet.id} />
            <input type="hidden" name="sheet_sig" value={sheet.sig} />
          </>
        ) : null}
        <input type="hidden" name="job_id" value={form.job.id} />
        <input type="hidden" name="submission_id" value={submissionId} />
        <div className="fields">
          <SelectField
            field={stateOf(fields.job_destination_id)}
            label="Destination"
            options={options(form.destinations)}
            required
          />
          <SelectField
            field={stateOf(fields.product)}
            label="Product"
            options={form.products.map((p) => ({ value: p.key, label: p.name }))}
            none="No product matches your search"
            required
          />
          <div className="fields two">
            <TextField
              field={stateOf(fields.estimated_volume)}
              label="Estimated volume"
              attributes={{ inputMode: "decimal", autoComplete: "off" }}
            />
            <SelectField field={stateOf(fields.estimated_wood_unit_type_id)} label="Unit" options={UNITS} />
          </div>
          <SelectField
            field={stateOf(fields.trip_ticket_priority_id)}
            label="Priority"
            options={Object.entries(PRIORITY_NAMES).map(([value, label]) => ({ value, label }))}
          />
          {form.cutters.length ? (
            <SelectField
              field={stateOf(fields.cutter_company_id)}
              label="Logger/Cutter"
              empty="Not named"
              options={options(form.cutters)}
              required={false}
            />
          ) : null}
          {form.skidders.length ? (
            <SelectField
              field={stateOf(fields.skidder_company_id)}
              label="Skidder/Forwarder"
              empty="Not named"
              options={options(form.skidders)}
              required={false}
            />
          ) : null}
          {form.haulers.length ? (
            <SelectField
              field={stateOf(fields.hauler_company_id)}
              label="Hauler"
              hint={
                form.is_hauler ? undefined : "Leave it open and any hauler of the job can claim the load."
              }
              empty={form.is_hauler ? undefined : "Open to claim"}
              options={options(form.haulers)}
              required={false}
            />
          ) : null}
          {form.drivers.length ? (
            <SelectField
              field={stateOf(fields.hauler_user_id)}
              label="Driver"
              empty="Not named"
              options={options(form.drivers)}
              required={false}
            />
          ) : null}
          {sheet ? null : (
            <TextField
              field={stateOf(fields.loads)}
              label="How many loads like this"
              short
              attributes={{ inputMode: "numeric", autoComplete: "off" }}
            />
          )}
        </div>
        <div className="row">
          <button type="submit" className="button primary">
            Create trip ticket
          </button>{" "}
          <a href={paths.tickets}>Trip tickets</a>
        </div>
      </form>
    </div>
  );
}
