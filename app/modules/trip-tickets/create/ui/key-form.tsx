import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { CheckField, FileField, SelectField, TextField } from "~/ui/field";
import { InputWarnings, SaveAnywayButton } from "~/ui/odd-notice";
import { Notice } from "~/ui/parts";
import { LastListLink } from "~/ui/seen-link";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { getKeyForm } from "../data/key-form.server";

type Page = Awaited<ReturnType<typeof getKeyForm.run>>;
const options = (list: { id: number; name: string }[]) => list.map((o) => ({ value: o.id, label: o.name }));
const NAMES = [
  "job_destination_id",
  "product",
  "hauler_company_id",
  "dropped_off_at",
  "loaded_at",
  "sheet_number",
  "scale_ticket_number",
  "gross_pounds",
  "tare_pounds",
  "scaled_volume",
  "photo",
];

/** One-page form to key a delivered load from its paper; repeated values carry over to the next load. */
export function KeyForm({
  page,
  result,
  submissionId,
}: {
  page: Page;
  result?: FormReply;
  submissionId: string;
}) {
  const { form, start, last } = page;
  const of = createFieldStateGetter(result?.reply, start);
  const typed = String(of("job_destination_id").defaultValue ?? "");
  const choice = (name: string, label: string, list: { id: number; name: string }[]) =>
    list.length ? (
      <SelectField field={of(name)} label={label} empty="Not set" options={options(list)} required={false} />
    ) : null;
  const line = (name: string, label: string, unit?: string) => (
    <TextField
      field={of(name)}
      label={label}
      required={false}
      unit={unit}
      attributes={{ autoComplete: "off", maxLength: 80, inputMode: unit ? "decimal" : undefined }}
    />
  );
  const isDouble = Boolean(of("scale_ticket_number").errors?.length);
  const odd = result?.reply.error?.save_anyway ?? [];
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      fields={NAMES.map((name) => of(name))}
      formErrors={result?.reply.error?.[""] ?? undefined}
      className="stack loose"
      data-keep-unsent=""
      upload
      notice={<InputWarnings words={odd} />}
      button="Save and key the next"
      other={odd.length ? <SaveAnywayButton /> : <LastListLink to={paths.tickets}>Trip tickets</LastListLink>}
    >
      {last && !result ? (
        <Notice title={`Trip ticket #${last.number} is saved as delivered`}>
          <p>
            <a href={paths.ticket(last.id)}>Open it</a>, or key the next one. What repeats is filled in below.
          </p>
        </Notice>
      ) : null}
      <input type="hidden" name="job_id" value={form.job.id} />
      {page.sheet_sig ? <input type="hidden" name="sheet_sig" value={page.sheet_sig} /> : null}
      <div className="fields">
        <SelectField
          field={of("job_destination_id")}
          label="Destination"
          options={options(form.destinations)}
          required
        />
        <SelectField
          field={of("product")}
          label="Product"
          options={{
            on: "job_destination_id",
            value: typed,
            groups: form.destinations.map((d) => ({
              value: d.id,
              label: d.name,
              options: d.products.map((p) => ({ value: p.key, label: p.name })),
            })),
          }}
          none="No product matches your search"
          required
        />
        <div className="fields two">
          <SelectField
            field={of("hauler_company_id")}
            label="Hauler"
            empty="Choose a hauler"
            options={options(form.haulers)}
            required
          />
          {line("truck_number", "Truck number")}
        </div>
        <div className="fields two">
          <TextField
            field={of("loaded_at")}
            label="Loaded"
            type="datetime-local"
            hint={page.clocks.loaded}
            required={false}
          />
          <TextField
            field={of("dropped_off_at")}
            label="Dropped off"
            type="datetime-local"
            hint={page.clocks.dropped_off}
            required
          />
        </div>
        <div className="fields two">
          {line("gross_pounds", "Gross", "lb")}
          {line("tare_pounds", "Tare", "lb")}
        </div>
        <div className="fields two">
          {line("scale_ticket_number", "Scale ticket number")}
          <TextField
            field={of("scaled_volume")}
            label="Scaled volume"
            hint="In the product's unit. Tons come from gross and tare."
            required={false}
            attributes={{ inputMode: "decimal", autoComplete: "off" }}
          />
        </div>
        {isDouble ? (
          <CheckField field={of("again")} label="This is another load with the same scale ticket" />
        ) : null}
        <TextField
          field={of("sheet_number")}
          label="Sheet number"
          hint="If it was written on a blank sheet printed here, its number becomes the ticket's."
          required={false}
          short
          attributes={{ inputMode: "numeric", autoComplete: "off" }}
        />
        {page.may_photograph ? (
          <FileField
            field={of("photo")}
            label="Photo of the slip"
            hint={`JPEG, PNG, WebP or HEIC, up to ${MAX_UPLOAD_MEGABYTES.photo}MB`}
            accept="image/*"
            megabytes={MAX_UPLOAD_MEGABYTES.photo}
            shrink
            required={false}
          />
        ) : null}
        <details open={Boolean(start.driver_name || start.loader_name) || undefined}>
          <summary>Driver, loader, crews and landing</summary>
          <div className="fields">
            {form.landings.length > 1 ? choice("landing_id", "Landing", form.landings) : null}
            {choice("cutter_company_id", "Logger/Cutter", form.cutters)}
            {choice("skidder_company_id", "Skidder/Forwarder", form.skidders)}
            {choice("hauler_user_id", "Driver", form.drivers)}
            {line("driver_name", "Driver's name as on the license")}
            <div className="fields two">
              {line("truck_plate", "Truck plate")}
              {line("trailer_plate", "Trailer plate")}
            </div>
            {line("loader_name", "Loader's name")}
            {line("loader_machine", "Loader make and model")}
          </div>
        </details>
      </div>
    </ActionForm>
  );
}
