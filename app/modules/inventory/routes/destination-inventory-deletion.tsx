import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { addDoneParam } from "~/ui/done";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Notice, PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { readForm, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { loadReassignment, readRouteIds } from "../data/reassignment-route.server";
import { deleteInventory } from "../shared/destination-inventory.server";

export const meta: MetaFunction = () => [{ title: "Delete loads · Timbertally" }];

export const loader = (args: LoaderFunctionArgs) => loadReassignment(args);

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/destinations/:jobDestinationId": ({ name }) => name,
});

/** Receive the loads checked on the destination's inventory page, and delete them after confirmation. */
export async function action(args: ActionFunctionArgs) {
  const named = readRouteIds(args.params);
  const form = await readForm(args.request);
  const chosen = form.getAll("loads").filter((l): l is string => typeof l === "string");
  form.delete("to_job_destination_id");
  if (form.get("sure") !== "yes") return data({ chosen, result: undefined }, chosen.length ? 200 : 422);
  form.delete("sure");
  const result = await submit(deleteInventory, args, {
    form,
    fixed: named,
    to: () => addDoneParam(paths.job(named.job_id, "sorts"), "loads-deleted"),
  });
  return data({ chosen, result: result.data }, result.init ?? undefined);
}

export default function DestinationInventoryDeletion() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const chosen = page.loads.filter((l) => answer?.chosen.includes(l.value));
  const back = {
    href: paths.job(page.id, `destinations/${page.job_destination_id}/inventory`),
    label: "Back to loads",
  };
  return (
    <div className="narrow stack loose">
      <PageHead
        title={`Delete ${formatCount(chosen.length, "load")}`}
        lede="They're removed from every list for good. Their numbers can't be reused, and their history is kept."
      />
      {chosen.length === 0 ? (
        <>
          <Notice tone="warn">
            <p>Choose at least one load</p>
          </Notice>
          <p>
            <a href={back.href}>{back.label}</a>
          </p>
        </>
      ) : (
        <ConfirmForm
          result={answer?.result}
          submissionId={page.submission_id}
          button={`Delete ${formatCount(chosen.length, "load")}`}
          back={back}
        >
          <input type="hidden" name="sure" value="yes" />
          {chosen.map((l) => (
            <input key={l.value} type="hidden" name="loads" value={l.value} />
          ))}
          <ul className="lines">
            {chosen.map((l) => (
              <li key={l.value}>
                #{l.number}, {l.product}, {l.volume}
              </li>
            ))}
          </ul>
        </ConfirmForm>
      )}
    </div>
  );
}
