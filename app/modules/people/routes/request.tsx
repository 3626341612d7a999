import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createFieldStateGetter, getCheckedIds } from "~/ui/employee-form";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Facts, PageHead, Time } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { EmailText } from "../shared/email-text";
import { acceptJoinRequest, getJoinRequest } from "../shared/join-requests.server";
import { WorkFields } from "../ui/work-fields";

export const meta: MetaFunction = () => [{ title: "Join Company Request · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const joinRequest = await callProcedure(getJoinRequest, await createContext(args), {
    request_id: parseId(args.params.requestId),
  });
  return { ...joinRequest, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/company/requests/:requestId": (data) => data.request.name,
});

export async function action(args: ActionFunctionArgs) {
  return submit(acceptJoinRequest, args, {
    fixed: { request_id: parseId(args.params.requestId) },
    to: () => "/company/people",
    sorry: "Sorry, there was an error accepting the request.",
    sorryOn: { crew_ids: "Failed to accept crew member request" },
  });
}

export default function JoinRequest() {
  const { request, works, crews, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const reply = result?.reply;
  const errors = reply?.error ?? {};
  const field = createFieldStateGetter(reply);
  return (
    <div className="narrow">
      <PageHead title="Join Company Request" lede={`${request.name} asked to join your company.`} />
      <ActionForm
        result={result}
        submissionId={submission_id}
        formErrors={[...(errors[""] ?? []), ...(errors.work ?? []), ...(errors.crew_ids ?? [])]}
        button={`Accept ${request.name}`}
        back={{ href: "/company/people", label: "Back to people" }}
      >
        <div className="card">
          <Facts
            facts={[
              { term: "Name", value: request.name },
              {
                term: "Email",
                value: <EmailText email={request.email} verified={request.email_verified_at !== null} />,
              },
              { term: "Asked", value: <Time {...request.asked} /> },
            ]}
          />
        </div>
        {request.email && !request.email_verified_at ? (
          <p>This email isn't verified. Ask {request.name} before you accept.</p>
        ) : null}

        <WorkFields
          works={works}
          crews={crews}
          work={field("work").defaultValue}
          isAdmin={reply?.initialValue?.is_admin === "on"}
          crewField={{ name: "crew_ids", type: "checkbox", chosen: getCheckedIds(reply, "crew_ids", []) }}
        />
      </ActionForm>
    </div>
  );
}
