import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AnotherProduct } from "~/core/products/another-product";
import { UNITS } from "~/domain/measures/job-units";
import { addJobProduct, getProductChoices } from "~/features/jobs/products.server";
import { replyFieldsOf } from "~/ui/employee-form";
import { PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Add product · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const form = await call(getProductChoices, await context(args), { id: idOf(args.params.jobId) });
  return { form, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = idOf(args.params.jobId);
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
            options: UNITS,
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
        <AnotherProduct parts={form.parts} field={replyFieldsOf(result?.reply)} />
      </SimpleForm>
    </div>
  );
}
