import "~/styles/maps.css";
import { UnlistedProductFields } from "~/modules/products/shared/another-product";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter } from "~/ui/employee-form";
import { TextArea, TextField } from "~/ui/field";
import { Facts } from "~/ui/parts";
import { getSentFields } from "~/ui/sent-fields";
import type { FormReply } from "~/web/form-action.server";
import type { DestinationStep } from "../data/wizard-page.server";
import { buildFlowHref } from "../rules/wizard";
import { PlaceMap } from "./place-map";
import { FlowBackButton } from "./wizard-steps";

type Step = Extract<DestinationStep, { kind: "add_notes_and_products" }>;

/** Form of the last step: the destination's name, notes and products. */
export function NotesStep({
  step,
  result,
  submissionId,
}: {
  step: Step;
  result?: FormReply;
  submissionId: string;
}) {
  const { flow, at, products, drawing, place } = step;
  const errors = result?.reply.error ?? {};
  const typed = getSentFields(result);
  const words = (name: "name" | "notes") => (result ? String(typed[name] ?? "") : flow[name]);
  const ticked = (result ? [typed.product_ids].flat() : flow.product_ids).map(String);
  const field = (name: "name" | "notes") => ({
    id: name,
    name,
    errors: errors[name] ?? undefined,
    defaultValue: words(name),
  });
  return (
    <ActionForm
      action={buildFlowHref(flow)}
      result={result}
      submissionId={submissionId}
      fields={[field("name"), field("notes")]}
      formErrors={[...(errors[""] ?? []), ...(errors.latitude ?? []), ...(errors.product_ids ?? [])]}
      asksAnyway
      className="stack card"
      button="Create destination"
      other={<FlowBackButton flow={flow} />}
    >
      <button type="submit" hidden>
        Create destination
      </button>
      <div className="beside">
        <PlaceMap drawing={drawing} pin={place} label="Where it is" />
        <div className="stack">
          <Facts
            facts={[
              { term: "Place", value: at ?? (step.mill ? `A pin for ${step.mill}` : "A pin of your own") },
              { term: "Coordinates", value: `${place.latitude}, ${place.longitude}` },
            ]}
          />
          {at ? null : (
            <p>
              <a href={buildFlowHref(flow, { stage: "choose_location_on_map" })}>Move the pin</a>
            </p>
          )}
        </div>
      </div>
      <TextField field={field("name")} label="Name" required attributes={{ maxLength: 120 }} />
      <TextArea
        field={field("notes")}
        label="Notes"
        required={false}
        hint="Hours, the gate, who to call"
        maxLength={1000}
      />
      {at || step.mill || !flow.new_company ? null : <MillContact name={flow.new_company} result={result} />}
      <ProductCheckboxes products={products} ticked={ticked} />
      <UnlistedProductFields parts={step.parts} field={createFieldStateGetter(result?.reply)} />
    </ActionForm>
  );
}

const CONTACT = [
  ["mill_first_name", "First name"],
  ["mill_last_name", "Last name"],
  ["mill_phone_number", "Phone"],
  ["mill_email", "Email"],
] as const;

/** Fields for a contact at a mill that isn't on Timbertally; once filled in, the mill is recorded and can be invited. */
function MillContact({ name, result }: { name: string; result?: FormReply }) {
  const field = createFieldStateGetter(result?.reply);
  return (
    <fieldset className="stack">
      <legend>Who to call at {name}</legend>
      <p className="soft small">
        Optional. With a phone or an email, {name} is added to your contacts. You can invite it, and it then
        sees the loads you send here.
      </p>
      <input type="hidden" name="mill_name" value={name} />
      <div className="fields two">
        {CONTACT.map(([key, label]) => (
          <TextField
            key={key}
            field={field(key)}
            label={label}
            type={key === "mill_email" ? "email" : key === "mill_phone_number" ? "tel" : "text"}
            required={false}
            attributes={{ maxLength: key === "mill_email" ? 254 : 80 }}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Checkboxes for the products that a destination accepts, by product type. */
export function ProductCheckboxes({
  products,
  ticked,
  others = [],
  tickedOthers = [],
}: {
  products: Step["products"];
  ticked: string[];
  /** Other products that the destination accepts, by their keys. */
  others?: { key: string; name: string }[];
  tickedOthers?: string[];
}) {
  return (
    <fieldset className="kinds">
      <legend>Products it accepts</legend>
      {others.map((p) => (
        <label key={p.key} className="check">
          <input
            type="checkbox"
            name="products"
            value={p.key}
            defaultChecked={tickedOthers.includes(p.key)}
          />
          <span>{p.name}</span>
        </label>
      ))}
      {[...new Set(products.map((p) => p.type))].map((type) => (
        <ProductType
          key={type}
          type={type}
          products={products.filter((p) => p.type === type)}
          ticked={ticked}
        />
      ))}
    </fieldset>
  );
}

/** Checkboxes for the products of one type; collapsed unless one is ticked. */
function ProductType({
  type,
  products,
  ticked,
}: {
  type: string;
  products: { id: number; name: string }[];
  ticked: string[];
}) {
  const isTicked = (p: { id: number }) => ticked.includes(String(p.id));
  return (
    <details open={products.some(isTicked) || undefined}>
      <summary>{type}</summary>
      <div className="ticks">
        {products.map((p) => (
          <label key={p.id} className="check">
            <input type="checkbox" name="product_ids" value={p.id} defaultChecked={isTicked(p)} />
            <span>{p.name.replace(`${type}, `, "")}</span>
          </label>
        ))}
      </div>
    </details>
  );
}
