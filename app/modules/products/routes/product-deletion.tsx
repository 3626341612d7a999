import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DeletionPage } from "~/ui/deletion";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { deleteProductName, getProductName } from "../data/product-names.server";

export const meta: MetaFunction = () => [{ title: "Delete a product name · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const product_name_id = parseId(args.params.productNameId);
  const { name, product, version } = await callProcedure(getProductName, await createContext(args), {
    product_name_id,
  });
  return { name, product, version, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/products/:productNameId": ({ name }) => name,
});

export const action = (args: ActionFunctionArgs) =>
  submit(deleteProductName, args, {
    fixed: { product_name_id: parseId(args.params.productNameId) },
    to: () => "/company/products?done=row-deleted",
  });

export default function ProductNameDeletion() {
  const { name, product, version, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <DeletionPage
      name={name}
      lede={`Loads and paper go back to the standard name: ${product}. Nothing else changes.`}
      list="/company/products"
      result={result}
      submissionId={submission_id}
      version={version}
    />
  );
}
