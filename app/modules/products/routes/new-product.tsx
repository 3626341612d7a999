import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createFieldStateGetter } from "~/ui/employee-form";
import { PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { createProductName, getProductNameForm } from "../data/product-names.server";
import { UnlistedProductFields } from "../shared/another-product";

export const meta: MetaFunction = () => [{ title: "Name a product · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const form = await callProcedure(getProductNameForm, await createContext(args), {});
  return { form, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(createProductName, args, { to: () => "/company/products?done=saved" });

export default function NewProductName() {
  const { form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Name a product" />
      <SimpleForm
        fields={[
          {
            name: "name",
            label: "Your name for it",
            required: true,
            maxLength: 60,
            hint: "As your crews say it, like 8 ft popple bolts",
          },
          {
            name: "product",
            label: "Product",
            kind: "select",
            options: form.products,
            empty: "Choose a product",
            none: "No product matches your search",
            hint: "If it isn't listed, put it together below.",
          },
        ]}
        values={{}}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
        button="Save"
        back={{ href: "/company/products", label: "Back to product names" }}
      >
        <UnlistedProductFields parts={form.parts} field={createFieldStateGetter(result?.reply)} />
      </SimpleForm>
    </div>
  );
}
