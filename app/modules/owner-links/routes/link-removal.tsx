import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getOwnerLink, revokeOwnerLink } from "../data/office.server";

export const meta: MetaFunction = () => [{ title: "End a link · Timbertally" }];

const which = ({ params }: Pick<LoaderFunctionArgs, "params">) => ({
  id: parseId(params.jobId),
  link_id: parseId(params.linkId),
});

export async function loader(args: LoaderFunctionArgs) {
  const link = await callProcedure(getOwnerLink, await createContext(args), which(args));
  return { link, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const { id } = which(args);
  return submit(revokeOwnerLink, args, {
    fixed: which(args),
    to: () => paths.job(id, "owner?done=owner-link-ended"),
  });
}

export default function EndOwnerLink() {
  const { link, submission_id } = useLoaderData<typeof loader>();
  return (
    <div className="narrow stack">
      <PageHead
        title={`End the link of ${link.name}`}
        lede="Its card and emails stop working right away. You can make a new one anytime."
      />
      <ConfirmForm
        result={useActionData<typeof action>()}
        submissionId={submission_id}
        button="End this link"
        back={{ href: paths.job(link.id, "owner"), label: "Keep it" }}
      />
    </div>
  );
}
