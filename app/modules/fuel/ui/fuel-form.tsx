import { CheckField } from "~/ui/field";
import { SimpleForm } from "~/ui/simple-form";
import type { FormReply } from "~/web/form-action.server";
import { FUEL_REGION_CODES, FUEL_REGIONS, type FuelRegion } from "../rules/regions";

/** Form to add the company's diesel price of a week. A checkbox confirms a price that is likely a mistake. */
export function FuelForm(props: {
  region: FuelRegion;
  monday: string;
  result?: FormReply;
  submissionId: string;
}) {
  const again = props.result?.reply.error?.again ?? undefined;
  return (
    <section className="card stack narrow" aria-labelledby="add">
      <h3 id="add">Add a week</h3>
      <SimpleForm
        result={props.result}
        submissionId={props.submissionId}
        values={{ region: props.region, week_on: props.monday }}
        button="Save the price"
        back={{ href: "/settlements", label: "Back to settlements" }}
        fields={[
          {
            name: "region",
            label: "Region of the price",
            kind: "select",
            options: FUEL_REGION_CODES.map((code) => ({ value: code, label: FUEL_REGIONS[code] })),
            required: true,
          },
          {
            name: "week_on",
            label: "Week starting Monday",
            kind: "date",
            required: true,
            hint: "If the week is already listed, this corrects it. The first price is kept.",
          },
          {
            name: "price",
            label: "Price per gallon",
            kind: "decimal",
            unit: "$",
            hint: "Like 3.912",
            required: true,
          },
        ]}
      >
        {again ? (
          <CheckField field={{ id: "again", name: "again", errors: again }} label="Yes, save this price" />
        ) : null}
      </SimpleForm>
    </section>
  );
}
