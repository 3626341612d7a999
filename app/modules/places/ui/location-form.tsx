import { typedKeys } from "~/lib/object/records";
import { DefaultSubmitButton } from "~/modules/maps/shared/find-place";
import type { PlaceSearch } from "~/modules/maps/shared/find-places.server";
import { ActionForm } from "~/ui/action-form";
import { createChoiceFormatter } from "~/ui/compare";
import { type Option, SelectField, TextField } from "~/ui/field";
import { Notice } from "~/ui/parts";
import { getSentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";
import type { PlaceDrawing } from "../data/map.server";
import type { LocationTexts } from "../data/pages.server";
import { LOCATION_TYPE_NEEDED } from "../rules/messages";
import { PinMapFields } from "./map";

type Form = {
  id: number | null;
  version: number;
  types: Option[];
  states: Option[];
  values: LocationTexts;
  drawing: PlaceDrawing;
  finding: PlaceSearch;
};

const LABELS: Record<keyof LocationTexts, string> = {
  company_location_type_id: "Location type",
  name: "Name",
  address: "Address",
  city: "City",
  us_state_id: "State",
  zip: "ZIP code",
  latitude: "Latitude",
  longitude: "Longitude",
};
const NAMES = typedKeys(LABELS);

/** Form for a new or saved location; `full` requires the whole postal address and makes the name optional. */
export function LocationForm({
  form,
  full,
  result,
  submissionId,
}: {
  form: Form;
  full?: boolean;
  result?: FormReply;
  submissionId: string;
}) {
  const errors = result?.reply.error ?? {};
  const typed = getSentFields(result);
  const standsIn = (name: keyof LocationTexts) =>
    result ? (typeof typed[name] === "string" ? String(typed[name]) : "") : form.values[name];
  const field = (name: keyof LocationTexts) => ({
    id: name,
    name,
    defaultValue: standsIn(name),
    errors: errors[name] ?? undefined,
  });
  const words: Partial<Record<keyof LocationTexts, (value: unknown) => string>> = {
    company_location_type_id: createChoiceFormatter(form.types),
    us_state_id: createChoiceFormatter(form.states),
  };
  const twin = errors.create_anyway ?? [];
  if (form.types.length === 0)
    return (
      <Notice tone="warn" title={LOCATION_TYPE_NEEDED}>
        <p>
          <a href="/company/location-types/new">Add Location Type</a>
        </p>
      </Notice>
    );
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      version={form.id ? form.version : null}
      fields={NAMES.map(field)}
      conflict={{
        fields: NAMES.map((name) => ({ name, label: LABELS[name], words: words[name] })),
        typed,
        href: `/company/locations/${form.id}`,
        what: "the location",
      }}
      notice={
        twin.length ? (
          <Notice tone="warn" title={twin.join(" ")}>
            <p>
              <a href="/company/locations">See your locations</a>, or create it again.
            </p>
          </Notice>
        ) : null
      }
      button={form.id ? "Save" : "Add Location"}
      asksAnyway
      other={
        <>
          {twin.length ? (
            <button type="submit" className="button" name="create_anyway" value="on">
              Create it anyway
            </button>
          ) : null}{" "}
        </>
      }
      back={{ href: "/company/locations", label: "Back to locations" }}
      loose
    >
      <DefaultSubmitButton finding={form.finding} isGet />
      <div className="fields two">
        <SelectField
          field={field("company_location_type_id")}
          label={LABELS.company_location_type_id}
          options={form.types}
          empty="Choose a type"
          required
        />
        <TextField
          field={field("name")}
          label={LABELS.name}
          required={!full}
          attributes={{ maxLength: 120, autoComplete: "off" }}
        />
      </div>
      {full && form.finding.typed && !standsIn("latitude") ? (
        <Notice title="One step is left: the pin">
          <p>Move the map to your address, then press Pin the middle. What you typed is kept.</p>
        </Notice>
      ) : null}
      <PinMapFields
        drawing={form.drawing}
        finding={form.finding}
        pin={{ latitude: standsIn("latitude"), longitude: standsIn("longitude") }}
        label="Where it is"
        errors={{ latitude: errors.latitude ?? undefined, longitude: errors.longitude ?? undefined }}
      />
      {full || form.id ? (
        <div className="fields two">
          <TextField
            field={field("address")}
            label={LABELS.address}
            required={Boolean(full)}
            attributes={{ maxLength: 200 }}
          />
          <TextField
            field={field("city")}
            label={LABELS.city}
            required={Boolean(full)}
            attributes={{ maxLength: 80 }}
          />
          <SelectField
            field={field("us_state_id")}
            label={LABELS.us_state_id}
            options={form.states}
            empty={full ? "Choose a state" : "None"}
            required={Boolean(full)}
          />
          <TextField
            field={field("zip")}
            label={LABELS.zip}
            required={Boolean(full)}
            short
            attributes={{ maxLength: 10, inputMode: "numeric" }}
          />
        </div>
      ) : (
        <p>
          <a href="/company/locations/new?full=1">Add it by its mailing address</a>
        </p>
      )}
    </ActionForm>
  );
}
