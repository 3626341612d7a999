import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { MAX_UPLOAD_MEGABYTES } from "~/lib/files/file-sizes";
import { UNIT_OPTIONS } from "~/modules/trip-tickets/rules/edit-boxes";
import { ActionForm } from "~/ui/action-form";
import { type FieldState, FileField, SelectField, TextField } from "~/ui/field";
import { PageHead } from "~/ui/parts";
import { createUserContext } from "~/web/context.server";
import { createSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "A load on this device · Timbertally" }];

/** The page's data is stored only on the device; the server just checks that the user is signed in. */
export async function loader(args: LoaderFunctionArgs) {
  await createUserContext(args);
  return { submission_id: createSubmissionId() };
}

const field = (name: string, value?: string): FieldState => ({ id: name, name, defaultValue: value });
const digits = { inputMode: "numeric", autoComplete: "off" } as const;

/**
 * A load whose form isn't sent yet, with its later changes. Each change is a form that the device stores and sends in
 * order. `app/client/offline/ticket-page.ts` fills the page from the device's storage.
 */
export default function LoadOnDevice() {
  return (
    <>
      <PageHead
        title="A load on this device"
        lede="What you type here is sent in order, as soon as there's a signal."
      />
      <div data-load-here="" className="stack loose">
        <noscript>
          <p>
            This browser doesn't run scripts, so nothing is kept on this device. Your loads are on{" "}
            <a href="/trip-tickets">Trip Tickets</a>.
          </p>
        </noscript>
      </div>
      <template data-step="slip">
        <ActionForm className="card stack" head={<h2>Scale slip</h2>} data-scale="" button="Save">
          <div className="fields two">
            <TextField
              field={field("scale_ticket_number")}
              label="Scale ticket number"
              attributes={{ autoComplete: "off", maxLength: 40 }}
            />
            <TextField field={field("gross_pounds")} label="Gross" unit="lb" attributes={digits} />
            <TextField field={field("tare_pounds")} label="Tare" unit="lb" attributes={digits} />
            <TextField
              field={field("scaled_volume")}
              label="Scaled volume"
              hint="In tons, leave it empty to use the weights."
              attributes={{ inputMode: "decimal", autoComplete: "off" }}
            />
            <SelectField field={field("scaled_wood_unit_type_id", "2")} label="Unit" options={UNIT_OPTIONS} />
          </div>
        </ActionForm>
      </template>
      <template data-step="photo">
        <ActionForm className="card stack" head={<h2>Photo</h2>} upload button="Add photo">
          <FileField
            field={field("photo")}
            label="Photo of the slip"
            hint={`JPEG, PNG, WebP or HEIC, up to ${MAX_UPLOAD_MEGABYTES.photo}MB`}
            accept="image/*"
            megabytes={MAX_UPLOAD_MEGABYTES.photo}
            shrink
          />
          <TextField
            field={field("caption")}
            label="Caption"
            required={false}
            attributes={{ maxLength: 200 }}
          />
        </ActionForm>
      </template>
    </>
  );
}
