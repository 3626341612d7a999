import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deleteLandingInventory, getInventoryEntry } from "~/features/inventory/landing-inventory.server";
import { naming } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Delete inventory · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  id: idOf(params.jobId),
  inventory_id: idOf(params.inventoryId),
});

export async function loader(args: LoaderFunctionArgs) {
  const named = namedBy(args.params);
  const form = await call(getInventoryEntry, await context(args), { ...named, to: "delete" });
  return { ...named, form, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({
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

export default function Deletion() {
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
