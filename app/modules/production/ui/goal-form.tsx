import { SimpleForm } from "~/ui/simple-form";
import type { FormReply } from "~/web/form-action.server";

type Named = { id: number; name: string };
export type GoalChoices = { jobs: Named[]; places: Named[]; products: Named[]; haulers: Named[] };

const options = (rows: Named[]) => rows.map(({ id, name }) => ({ value: id, label: name }));

/** Form for a weekly or monthly goal; only a mill chooses one of its yards. */
export function GoalForm(props: {
  choices: GoalChoices;
  values: Record<string, string>;
  result?: FormReply;
  submissionId: string;
  version?: number;
}) {
  const { jobs, places, products, haulers } = props.choices;
  return (
    <SimpleForm
      result={props.result}
      submissionId={props.submissionId}
      version={props.version}
      values={props.values}
      button="Save the goal"
      back={{ href: "/production?report=plan", label: "Back to the plan" }}
      what="this goal"
      fields={[
        ...(jobs.length
          ? [
              {
                name: "job_id",
                label: "Job",
                kind: "select" as const,
                options: options(jobs),
                empty: places.length ? "None" : "Choose a job",
                required: places.length === 0,
              },
            ]
          : []),
        ...(places.length
          ? [
              {
                name: "company_location_id",
                label: "Your yard",
                kind: "select" as const,
                options: options(places),
                empty: jobs.length ? "None" : "Choose a yard",
                required: jobs.length === 0,
              },
            ]
          : []),
        {
          name: "grain",
          label: "For each",
          kind: "select",
          options: [
            { value: "week", label: "Week" },
            { value: "month", label: "Month" },
          ],
          required: true,
        },
        { name: "amount", label: "How much", kind: "decimal", required: true },
        {
          name: "wood_unit_type_id",
          label: "Counted in",
          kind: "select",
          options: [
            { value: 0, label: "Loads" },
            { value: 2, label: "Tons" },
            { value: 3, label: "Cords" },
            { value: 1, label: "MBF" },
          ],
          required: true,
        },
        {
          name: "product_type_id",
          label: "Product",
          kind: "select",
          options: options(products),
          empty: "Any product",
        },
        {
          name: "hauler_company_id",
          label: "Hauler",
          kind: "select",
          options: options(haulers),
          empty: "All together",
          hint: "Only you and that hauler see a goal set for one hauler.",
        },
        { name: "starts_on", label: "From", kind: "date", required: true },
        { name: "ends_on", label: "Until", kind: "date" },
      ]}
    />
  );
}
