import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getOwnerLink, revokeOwnerLink } from "~/features/owner-links/office.server";
import { PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "End a link · Timbertally" }];

const which = ({ params }: Pick<LoaderFunctionArgs, "params">) => ({
  id: idOf(params.jobId),
  link_id: idOf(params.linkId),
});

export async function loader(args: LoaderFunctionArgs) {
  const link = await call(getOwnerLink, await context(args), which(args));
  return { link, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const { id } = which(args);
  return submit(revokeOwnerLink, args, {
    fixed: which(args),
    to: () => paths.job(id, "owner?done=owner-link-ended"),
  });
}

export default function EndLink() {
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
