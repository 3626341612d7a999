import { SimpleForm } from "~/features/jobs/simple-form";
import type { Option } from "~/ui/field";
import { paths } from "~/web/paths";
import type { FormReply } from "~/web/respond.server";

/** A road's form: its type, its name, and its way, typed or drawn. */
export function RoadForm(props: {
  form: { version: number | null; types: Option[]; values: Record<string, string> };
  job: number;
  road?: number;
  result?: FormReply;
  submissionId: string;
}) {
  const { form, job, road, result, submissionId } = props;
  const back = { href: paths.job(job, "roads"), label: "Back to the roads" };
  return (
    <SimpleForm
      fields={[
        {
          name: "road_type_id",
          label: "Type",
          kind: "select",
          options: form.types,
          empty: "Choose a type",
          required: true,
        },
        { name: "name", label: "Name", maxLength: 80 },
        { name: "notes", label: "Notes", kind: "area", maxLength: 1000 },
        {
          name: "points",
          label: "Its way",
          kind: "area",
          hint: "One place on each line, like 44.8361, -84.8203",
        },
      ]}
      values={form.values}
      version={form.version}
      result={result}
      submissionId={submissionId}
      button={road === undefined ? "Add road" : "Save"}
      back={back}
      here={road === undefined ? back.href : paths.job(job, `roads/${road}`)}
      what="the road"
    />
  );
}
