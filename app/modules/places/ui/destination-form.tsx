import { typedKeys } from "~/lib/object/records";
import { DefaultSubmitButton } from "~/modules/maps/shared/find-place";
import { UnlistedProductFields } from "~/modules/products/shared/another-product";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextArea, TextField } from "~/ui/field";
import { Facts } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import type { DestinationForm } from "../data/edit-destination.server";
import { PinMapFields } from "./map";
import { PlaceMap } from "./place-map";
import { ProductCheckboxes } from "./wizard-notes";

const LABELS = { name: "Name", notes: "Notes", latitude: "Latitude", longitude: "Longitude" } as const;
const NAMES = typedKeys(LABELS);

/** Form for a saved destination. Only one's own pin can be moved. */
export function DestinationEditor({
  form,
  result,
  submissionId,
}: {
  form: DestinationForm;
  result?: FormReply;
  submissionId: string;
}) {
  const errors = result?.reply.error ?? {};
  const typed = result?.reply.initialValue;
  const standsIn = (name: keyof typeof LABELS) => (typed ? String(typed[name] ?? "") : form[name]);
  const field = (name: keyof typeof LABELS) => ({
    id: name,
    name,
    defaultValue: standsIn(name),
    errors: errors[name] ?? undefined,
  });
  const ticked = typed ? [typed.product_ids ?? []].flat().map(String) : form.ticked;
  const tickedOthers = typed ? [typed.products ?? []].flat().map(String) : form.ticked_others;
  const tickedNames = [
    ...form.products.filter((p) => ticked.includes(String(p.id))),
    ...form.others.filter((p) => tickedOthers.includes(p.key)),
  ].map((p) => p.name);
  const shown = form.at ? NAMES.slice(0, 2) : NAMES;
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      version={form.version}
      asksAnyway
      formErrors={[...(errors[""] ?? []), ...(errors.product_ids ?? [])]}
      fields={shown.map(field)}
      conflict={{
        fields: [
          ...shown.map((name) => ({ name, label: LABELS[name] })),
          { name: "products", label: "Products it accepts" },
        ],
        typed: { ...typed, products: tickedNames.join("; ") },
        href: `/company/destinations/${form.id}`,
        what: "the destination",
      }}
      button="Save"
      back={{ href: "/company/destinations", label: "Back to the destinations" }}
      loose
    >
      <DefaultSubmitButton finding={form.finding} isGet />
      <TextField field={field("name")} label="Name" required attributes={{ maxLength: 120 }} />
      {form.at ? (
        <div className="beside">
          <PlaceMap
            drawing={form.drawing}
            pin={{ latitude: Number(form.latitude), longitude: Number(form.longitude) }}
            label="Where it is"
          />
          <Facts
            facts={[
              { term: "Place", value: form.at },
              { term: "Coordinates", value: `${form.latitude}, ${form.longitude}` },
            ]}
          />
        </div>
      ) : (
        <>
          <input type="hidden" name="is_pin" value="on" />
          <PinMapFields
            drawing={form.drawing}
            finding={form.finding}
            pin={{ latitude: standsIn("latitude"), longitude: standsIn("longitude") }}
            label={form.mill ? `Where ${form.mill} takes the wood` : "Where the wood goes"}
            errors={{ latitude: errors.latitude ?? undefined, longitude: errors.longitude ?? undefined }}
          />
        </>
      )}
      <TextArea
        field={field("notes")}
        label="Notes"
        required={false}
        hint="Hours, the gate, who to call"
        maxLength={1000}
      />
      <ProductCheckboxes
        products={form.products}
        ticked={ticked}
        others={form.others}
        tickedOthers={tickedOthers}
      />
      <UnlistedProductFields parts={form.parts} field={createFieldStateGetter(result?.reply)} />
    </ActionForm>
  );
}
