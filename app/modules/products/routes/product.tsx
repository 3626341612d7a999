import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getProductName, updateProductName } from "../data/product-names.server";

export const meta: MetaFunction = () => [{ title: "Product name · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const product_name_id = parseId(args.params.productNameId);
  const saved = await callProcedure(getProductName, await createContext(args), { product_name_id });
  return { saved, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/products/:productNameId": ({ saved }) => ({
    name: saved.name,
    actions: saved.may_delete ? (
      <ButtonLink href={`/company/products/${saved.id}/deletion`}>Delete</ButtonLink>
    ) : null,
  }),
});

export const action = (args: ActionFunctionArgs) =>
  submit(updateProductName, args, {
    fixed: { product_name_id: parseId(args.params.productNameId) },
    to: () => "/company/products?done=saved",
  });

export default function EditProductName() {
  const { saved, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead
        title="Edit product name"
        lede={`For ${saved.product}. Loads and paper printed from now on show the new name.`}
      />
      <SimpleForm
        fields={[{ name: "name", label: "Your name for it", required: true, maxLength: 60 }]}
        values={{ name: saved.name }}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
        version={saved.version}
        what="the name"
        here={`/company/products/${saved.id}`}
        button="Save"
        back={{ href: "/company/products", label: "Back to product names" }}
      />
    </div>
  );
}
