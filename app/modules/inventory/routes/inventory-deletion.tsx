import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { deleteLandingInventory, getInventoryEntry } from "../data/landing-inventory.server";

export const meta: MetaFunction = () => [{ title: "Delete inventory · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  id: parseId(params.jobId),
  inventory_id: parseId(params.inventoryId),
});

export async function loader(args: LoaderFunctionArgs) {
  const named = namedBy(args.params);
  const form = await callProcedure(getInventoryEntry, await createContext(args), { ...named, to: "delete" });
  return { ...named, form, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/inventory/:inventoryId": ({ form }) => ({
    name: form.product,
    title: `${form.product}, ${form.words}`,
  }),
});

export async function action(args: ActionFunctionArgs) {
  const { id: job_id, inventory_id } = namedBy(args.params);
  return submit(deleteLandingInventory, args, {
    fixed: { job_id, inventory_id },
    to: () => `${paths.job(job_id, "landing")}?done=inventory-deleted`,
    sorry: "Error deleting inventory",
  });
}

export default function InventoryDeletion() {
  const { id, form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead
        title={`Delete ${form.words} of ${form.product}`}
        lede="It no longer counts. The history keeps a record."
      />
      <ConfirmForm
        result={result}
        submissionId={submission_id}
        version={form.version}
        button={`Delete ${form.words}`}
        back={{ href: paths.job(id, "landing"), label: "Keep it" }}
      >
        <input type="hidden" name="landing_id" value={form.landing_id} />
      </ConfirmForm>
    </div>
  );
}
