import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, PageHead } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getInventoryEntry, updateLandingInventory } from "../data/landing-inventory.server";
import { createInventoryFields } from "../rules/inventory-fields";

export const meta: MetaFunction = () => [{ title: "Edit Inventory · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  id: parseId(params.jobId),
  inventory_id: parseId(params.inventoryId),
});

export async function loader(args: LoaderFunctionArgs) {
  const named = namedBy(args.params);
  const form = await callProcedure(getInventoryEntry, await createContext(args), named);
  return { ...named, form, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/inventory/:inventoryId": ({ id, inventory_id, form }) => ({
    name: form.product,
    title: `${form.product}, ${form.words}`,
    actions: form.may_delete ? (
      <ButtonLink href={paths.job(id, `inventory/${inventory_id}/deletion`)}>Delete</ButtonLink>
    ) : null,
  }),
});

export async function action(args: ActionFunctionArgs) {
  const { id: job_id, inventory_id } = namedBy(args.params);
  return submit(updateLandingInventory, args, {
    fixed: { job_id, inventory_id },
    blankIsNull: true,
    needed: { estimated_volume_remaining: "Volume is required" },
    to: () => `${paths.job(job_id, "landing")}?done=inventory-updated`,
    sorry: "Sorry, an error occurred while saving changes",
  });
}

export default function EditInventory() {
  const { id, inventory_id, form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead title="Edit Inventory" lede="The history keeps the old values." />
      <SimpleForm
        fields={createInventoryFields(form)}
        values={form.values}
        version={form.version}
        result={result}
        submissionId={submission_id}
        button="Save"
        whenChanged
        back={{ href: paths.job(id, "landing"), label: "Back to landing" }}
        here={paths.job(id, `inventory/${inventory_id}`)}
        what="the inventory"
      >
        <input type="hidden" name="landing_id" value={form.landing_id} />
      </SimpleForm>
    </div>
  );
}
