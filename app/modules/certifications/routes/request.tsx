import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Facts, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { endCertificationRequest, getCertificationRequest } from "../shared/requests.server";
import { RequestAnswerButtons } from "../ui/certification-list";

export const meta: MetaFunction = () => [{ title: "Membership · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const request = await callProcedure(getCertificationRequest, ctx, {
    certification_request_id: parseId(args.params.requestId),
  });
  return { ...request, may: ctx.actor.permissions.certification, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/certifications/requests/:requestId": (data) => data.company.name,
});

export async function action(args: ActionFunctionArgs) {
  return submit(endCertificationRequest, args, {
    fixed: { certification_request_id: parseId(args.params.requestId) },
    to: () => paths.certifications,
  });
}

const STATES = { pending: "Waiting for an answer", member: "Member", rejected: "Rejected", ended: "Ended" };

export default function RequestDetails() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { state, id } = page.certification_request;
  const pending = state === "pending";
  const verb = page.is_holder
    ? `End the membership of ${page.company.name}`
    : pending
      ? "Withdraw the request"
      : "Leave the group";
  const canEnd = page.may.delete && (state === "member" || (pending && !page.is_holder));
  return (
    <div className="narrow">
      <PageHead
        title={page.is_holder ? `${page.company.name} in ${page.certification_group.name}` : page.holder.name}
        lede={
          canEnd && !pending
            ? "Once it ends, their new loads can't use the certificate. Tickets that carry it keep it."
            : undefined
        }
      />
      <div className="stack">
        <div className="card">
          <Facts
            facts={[
              { term: "Holder", value: page.holder.name },
              { term: "Group", value: page.certification_group.name },
              { term: page.certification_type.name, value: page.certification.license },
              { term: "Company", value: page.company.name },
              { term: "State", value: STATES[state] },
            ]}
          />
        </div>
        {pending && page.is_holder && page.may.update ? (
          <RequestAnswerButtons id={id} who={page.company.name} />
        ) : null}{" "}
        {canEnd ? (
          <ActionForm result={result} submissionId={page.submission_id} button={verb} danger />
        ) : null}
        <p>
          <a href={paths.certifications}>Back to certifications</a>
        </p>
      </div>
    </div>
  );
}
