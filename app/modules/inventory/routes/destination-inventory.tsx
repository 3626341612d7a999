import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { addDoneParam } from "~/ui/done";
import { SelectField } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { EmptyState, PageHead } from "~/ui/parts";
import { toStringList } from "~/ui/sent-fields";
import { submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { loadReassignment, readRouteIds } from "../data/reassignment-route.server";
import { reassignInventory } from "../shared/destination-inventory.server";

export const meta: MetaFunction = () => [{ title: "Reassign inventory · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadReassignment(args);

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/destinations/:jobDestinationId": ({ name }) => name,
});

export async function action(args: ActionFunctionArgs) {
  const named = readRouteIds(args.params);
  return submit(reassignInventory, args, {
    fixed: named,
    to: () => addDoneParam(paths.job(named.job_id, "sorts"), "loads-moved"),
  });
}

export default function InventoryReassignment() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const typed = toStringList(result?.reply.initialValue?.loads);
  const here = paths.job(page.id, `destinations/${page.job_destination_id}/inventory`);
  const back = paths.job(page.id, "sorts");
  return (
    <div className="stack loose">
      <PageHead
        title="Reassign inventory"
        lede="Loads of this job that are available or in the yard. Either all the loads you select move, or none do."
      />
      {page.loads.length ? (
        <ActionForm
          result={result}
          submissionId={page.submission_id}
          formErrors={[...(errors[""] ?? []), ...(errors.loads ?? [])]}
          fields={[{ id: "to_job_destination_id", errors: errors.to_job_destination_id ?? undefined }]}
          button={page.others.length ? "Move loads" : null}
          other={
            page.may_delete ? (
              <button type="submit" className="button danger" formAction={`${here}/deletion`}>
                Delete loads
              </button>
            ) : null
          }
          back={{ href: back, label: "Back to sorts" }}
        >
          <ul className="rows card">
            {page.loads.map((load) => (
              <li key={load.value}>
                <label className="check">
                  <input
                    type="checkbox"
                    name="loads"
                    value={load.value}
                    defaultChecked={typed.includes(load.value)}
                  />
                  <span>
                    <strong>#{load.number}</strong> {load.product}{" "}
                    <span className="soft small">{load.status}</span>
                  </span>
                </label>{" "}
                <span className="num">{load.volume}</span>
              </li>
            ))}
          </ul>
          {page.others.length ? (
            <SelectField
              field={{
                id: "to_job_destination_id",
                name: "to_job_destination_id",
                defaultValue: String(result?.reply.initialValue?.to_job_destination_id ?? ""),
                errors: errors.to_job_destination_id ?? undefined,
              }}
              label="New destination"
              options={page.others}
              empty="Choose a destination"
            />
          ) : (
            <p className="soft">No other destination on the job accepts this product.</p>
          )}
        </ActionForm>
      ) : (
        <EmptyState
          title="No inventory found for this destination"
          next={{ href: back, label: "Back to sorts" }}
        />
      )}
    </div>
  );
}
