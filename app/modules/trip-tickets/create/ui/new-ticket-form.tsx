import "~/styles/pairs.css";
import { useForm } from "@conform-to/react";
import { ActionForm } from "~/ui/action-form";
import { getFieldState, SelectField, TextField } from "~/ui/field";
import { MAX_OPTIONS_WITHOUT_SEARCH } from "~/ui/limits";
import { InputWarnings, SaveAnywayButton } from "~/ui/odd-notice";
import { EmptyState, Notice } from "~/ui/parts";
import { SearchForm } from "~/ui/search-form";
import { LastListLink } from "~/ui/seen-link";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { HandwrittenFields } from "../../edit/ui/written-fields";
import { PRIORITY_LABELS } from "../../rules/trip-ticket";
import type { listJobsForTickets, newTicketForm } from "../../shared/new-ticket.server";
import {
  encodeStartValues,
  getProductsByDestination,
  getStartValues,
  type NewTicketFields,
} from "../rules/new-ticket-start";
import { type NewTicketSheet, SheetFields } from "./new-ticket-sheet";

type Form = Awaited<ReturnType<typeof newTicketForm.run>>;
type Jobs = Awaited<ReturnType<typeof listJobsForTickets.run>>;
const FIELD_NAMES: (keyof NewTicketFields)[] = [
  "job_destination_id",
  "product",
  "estimated_volume",
  "estimated_wood_unit_type_id",
  "trip_ticket_priority_id",
  "cutter_company_id",
  "skidder_company_id",
  "hauler_company_id",
  "hauler_user_id",
  "landing_id",
  "certification_ids",
  "loads",
  "sheet_number",
  "loaded_at",
];

const options = (list: { id: number; name: string }[]) => list.map((o) => ({ value: o.id, label: o.name }));
const UNITS = [
  { value: 1, label: "MBF" },
  { value: 2, label: "ton" },
  { value: 3, label: "cord" },
];

/**
 * Page to choose the job for a new ticket. If a company has more jobs than a page lists, it can search by part of the
 * name or number.
 */
export function JobChooser({
  jobs: { jobs, more },
  name,
  offer,
}: {
  jobs: Jobs;
  name: string;
  offer: "create" | "sales" | null;
}) {
  if (jobs.length === 0 && !name)
    return (
      <EmptyState title="No job for a ticket">
        <p className="soft">
          You can create tickets on active jobs that your company requests, manages, cuts, skids or hauls on.
        </p>
        <p>
          {offer === "create" ? (
            <a className="button" href="/jobs/create">
              Create a job
            </a>
          ) : null}{" "}
          <a href="/jobs">See your jobs and invitations</a>
        </p>
        <p className="soft small">
          If you work for another company, ask it to add yours to its job: the invitation appears under Jobs.
        </p>
      </EmptyState>
    );
  return (
    <div className="stack">
      <p className="small">
        Is it on a printed sheet? <a href={paths.scanSheet()}>Scan the sheet</a>
      </p>
      {more || name || jobs.length > MAX_OPTIONS_WITHOUT_SEARCH ? (
        <SearchForm
          label="Job or contract number"
          q={name}
          name="name"
          placeholder="Job or contract number"
          icon
          suggests
          autoComplete="off"
        />
      ) : null}
      {jobs.length ? null : <p className="soft">No job matches your search</p>}
      <ul className="stack">
        {jobs.map((job) => (
          <li key={job.id} className="card">
            <a href={paths.newTicket(job.id)} data-option={job.contract_number ?? ""}>
              {job.name}
            </a>{" "}
            <span className="soft small">{job.contract_number}</span>
          </li>
        ))}
      </ul>
      {more ? <p className="soft">There are more. Search by part of the name or number.</p> : null}
    </div>
  );
}

/**
 * Form for a new load. Products are those of the chosen destination: when the destination changes, a script
 * (app/client/load-form.ts) replaces the products; without the script, a form returned with an error lists them.
 */
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
  /** Printed sheet whose numbers the ticket uses; without an id, the sheet is looked up by the typed number. */
  sheet: NewTicketSheet | null;
}) {
  const typed = (result?.reply.initialValue ?? null) as Partial<NewTicketFields> | null;
  const { products, defaults } = getStartValues(form, typed);
  const [meta, fields] = useForm<NewTicketFields>({ lastResult: result?.reply, defaultValue: defaults });
  const of = (name: keyof NewTicketFields) => ({
    ...getFieldState(fields[name]),
    defaultValue: defaults[name],
  });
  const odd = result?.reply.error?.save_anyway ?? [];
  const withSheet =
    sheet === "by number"
      ? "&sheet_number="
      : sheet
        ? `&${new URLSearchParams({ sheet: String(sheet.id), sig: sheet.sig })}`
        : "";
  if (form.destinations.length === 0)
    return (
      <EmptyState title="No products have been added to this job yet.">
        <a href={paths.job(form.job.id)}>View Job</a>
      </EmptyState>
    );
  return (
    <div className="stack loose">
      {form.has_last || otherJobs ? (
        <p className="row small">
          {form.has_last ? (
            <a href={`${paths.newTicket(form.job.id)}&same_as_last${withSheet}`}>Same as last load</a>
          ) : null}{" "}
          {otherJobs ? <a href={paths.newTicket()}>Another job</a> : null}
        </p>
      ) : null}
      <ActionForm
        result={result}
        submissionId={submissionId}
        fields={FIELD_NAMES.map((name) => fields[name])}
        formErrors={meta.errors}
        className="stack loose"
        data-load={JSON.stringify(getProductsByDestination(form))}
        data-keep-unsent=""
        notice={<InputWarnings words={odd} />}
        button="Create trip ticket"
        other={
          odd.length ? <SaveAnywayButton /> : <LastListLink to={paths.tickets}>Trip tickets</LastListLink>
        }
      >
        {result?.alreadySent ? (
          <Notice tone="warn" title="This form was already sent">
            <p>
              What you sent then was saved. <a href={result.alreadySent.href}>Open that ticket</a>, or{" "}
              <a href={paths.newTicket(form.job.id)}>create another one</a>.
            </p>
          </Notice>
        ) : null}
        {sheet ? <SheetFields sheet={sheet} number={of("sheet_number")} /> : null}
        <input type="hidden" name="job_id" value={form.job.id} />

        <input type="hidden" name="start" value={encodeStartValues(defaults)} />
        <div className="fields pairs">
          <SelectField
            field={of("job_destination_id")}
            label="Destination"
            options={options(form.destinations)}
            required
          />
          <SelectField
            field={of("product")}
            label="Product"
            empty={defaults.product ? undefined : "Choose a product"}
            options={products.map((p) => ({ value: p.key, label: p.name }))}
            none="No product matches your search"
            required
          />
          <div className="fields two">
            <TextField
              field={of("estimated_volume")}
              label="Estimated volume"
              attributes={{ inputMode: "decimal", autoComplete: "off" }}
            />
            <SelectField
              field={of("estimated_wood_unit_type_id")}
              label="Unit"
              empty={defaults.estimated_wood_unit_type_id ? undefined : "The product's unit"}
              options={UNITS}
            />
          </div>
          <SelectField
            field={of("trip_ticket_priority_id")}
            label="Priority"
            options={Object.entries(PRIORITY_LABELS).map(([value, label]) => ({ value, label }))}
          />
          {form.landings.length > 1 ? (
            <SelectField
              field={of("landing_id")}
              label="Landing"
              empty="Not set"
              options={options(form.landings)}
              required={false}
            />
          ) : null}{" "}
          {form.certificates.length ? (
            <SelectField
              field={of("certification_ids")}
              label="Certificate"
              empty="What the destination asks for"
              options={options(form.certificates)}
              required={false}
            />
          ) : null}{" "}
          {form.cutters.length ? (
            <SelectField
              field={of("cutter_company_id")}
              label="Logger/Cutter"
              empty="Not set"
              options={options(form.cutters)}
              required={false}
            />
          ) : null}{" "}
          {form.skidders.length ? (
            <SelectField
              field={of("skidder_company_id")}
              label="Skidder/Forwarder"
              empty="Not set"
              options={options(form.skidders)}
              required={false}
            />
          ) : null}{" "}
          {form.haulers.length ? (
            <SelectField
              field={of("hauler_company_id")}
              label="Hauler"
              hint={form.is_hauler ? undefined : "Leave it open so any hauler on the job can claim it."}
              empty={form.is_hauler ? undefined : "Open to claim"}
              options={options(form.haulers)}
              required={false}
            />
          ) : null}{" "}
          {form.drivers.length ? (
            <SelectField
              field={of("hauler_user_id")}
              label="Driver"
              empty="Not set"
              options={options(form.drivers)}
              required={false}
            />
          ) : null}
          {sheet ? null : (
            <TextField
              field={of("loads")}
              label="How many loads like this"
              short
              attributes={{ inputMode: "numeric", autoComplete: "off" }}
            />
          )}
        </div>
        {sheet ? <HandwrittenFields of={of} clock={form.loaded_clock} /> : null}
      </ActionForm>
    </div>
  );
}
