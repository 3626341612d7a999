import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { deleteJobProducts, getProductDeletion, PRODUCT_DELETE_FAILED } from "../data/products.server";

export const meta: MetaFunction = () => [{ title: "Delete product · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.jobId);
  const product = (args.params.product ?? "").slice(0, 40);
  const productDeletion = await callProcedure(getProductDeletion, await createContext(args), {
    job_id: id,
    product,
  });
  return { id, ...productDeletion, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  return submit(deleteJobProducts, args, {
    fixed: { job_id, product: (args.params.product ?? "").slice(0, 40) },
    to: () => paths.job(job_id, "sorts"),
    sorry: PRODUCT_DELETE_FAILED,
  });
}

export default function JobProductDeletion() {
  const { id, name, refused, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <PageHead
        title={`Delete ${name}`}
        lede="It's removed from the job with its sorts and rates. Finished loads keep it."
      />
      {refused && !result ? (
        <RefusalNotice why={refused} back={{ href: paths.job(id, "sorts"), label: "Back to sorts" }} />
      ) : (
        <ConfirmForm
          result={result}
          submissionId={submission_id}
          button={`Delete ${name}`}
          back={{ href: paths.job(id, "sorts"), label: "Keep it" }}
        />
      )}
    </div>
  );
}
