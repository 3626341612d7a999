import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { JOB_UNIT_OPTIONS } from "~/lib/units/job-units";
import { UnlistedProductFields } from "~/modules/products/shared/another-product";
import { createFieldStateGetter } from "~/ui/employee-form";
import { PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addJobProduct, getProductChoices } from "../data/products.server";

export const meta: MetaFunction = () => [{ title: "Add product · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const form = await callProcedure(getProductChoices, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  return { form, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  return submit(addJobProduct, args, { fixed: { job_id }, to: () => paths.job(job_id, "sorts") });
}

export default function NewProduct() {
  const { form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Add product" lede="Turn it on for each destination that accepts it." />
      <SimpleForm
        fields={[
          {
            name: "product",
            label: "Product",
            kind: "select",
            options: form.products,
            empty: "Choose a product",
            none: "No product matches your search",
            hint: `What's common in ${form.state} comes first.`,
          },
          {
            name: "wood_unit_type_id",
            label: "Unit",
            kind: "select",
            options: JOB_UNIT_OPTIONS,
            empty: "The product's usual unit",
            hint: "Leave it empty to use the product's usual unit.",
          },
        ]}
        values={{}}
        result={result}
        submissionId={submission_id}
        button="Add product"
        back={{ href: paths.job(form.id, "sorts"), label: "Back to sorts" }}
      >
        <UnlistedProductFields parts={form.parts} field={createFieldStateGetter(result?.reply)} />
      </SimpleForm>
    </div>
  );
}
