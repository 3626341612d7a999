import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addLandingInventory, getInventoryForm } from "../data/landing-inventory.server";
import { createInventoryFields } from "../rules/inventory-fields";

export const meta: MetaFunction = () => [{ title: "Add inventory · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  job_id: parseId(params.jobId),
  landing_id: parseId(params.landingId),
});

export async function loader(args: LoaderFunctionArgs) {
  const { job_id: id, landing_id } = namedBy(args.params);
  const form = await callProcedure(getInventoryForm, await createContext(args), { id, landing_id });
  return { id, form, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/landings/:landingId": ({ form }) => form.landing ?? "Landing",
});

export async function action(args: ActionFunctionArgs) {
  const named = namedBy(args.params);
  return submit(addLandingInventory, args, {
    fixed: named,
    to: () => `${paths.job(named.job_id, "landing")}?done=inventory-updated`,
    sorry: "Sorry, an error occurred updating inventory",
  });
}

export default function AddInventory() {
  const { id, form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const text = (value: number | null) => (value === null ? "" : String(value));
  return (
    <div className="narrow">
      <PageHead title="Add inventory" />
      <SimpleForm
        fields={[
          {
            name: "product",
            label: "Product",
            kind: "select",
            options: form.products,
            empty: "Choose a product",
            none: "No product matches your search",
            required: true,
          },
          ...createInventoryFields(form, "The product's unit"),
        ]}
        values={{
          cutter_company_id: text(form.cutter),
          skidder_company_id: text(form.skidder),
        }}
        result={result}
        submissionId={submission_id}
        button="Add inventory"
        back={{ href: paths.job(id, "landing"), label: "Back to landing" }}
      />
    </div>
  );
}
