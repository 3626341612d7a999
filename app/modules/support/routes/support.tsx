import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Pagination } from "~/ui/pagination";
import { DetailBox, PageHead, Time } from "~/ui/parts";
import { SimpleForm } from "~/ui/simple-form";
import { createUserContext } from "~/web/context.server";
import { env } from "~/web/env.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { listThreads, startThread } from "../data/support.server";
import { getMessageContext } from "../rules/message-context";
import { MessageContextFields } from "../ui/sent-along";

export const meta: MetaFunction = () => [{ title: "Support · Timbertally" }];

const SHOWN = 15;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const searchParam = new URL(args.request.url).searchParams.get("page") ?? "";
  const page = /^\d{1,5}$/.test(searchParam) ? Number(searchParam) : 0;
  return {
    page,
    ...(await callProcedure(listThreads, ctx, { take: SHOWN, skip: page * SHOWN })),
    along: getMessageContext(args.request, args.context.requestId, env().PUBLIC_URL),
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  submit(startThread, args, { to: ({ id }) => `/support/${id}?done=sent` });

/** Page to start a conversation with support, and to read earlier ones. */
export default function Support() {
  const { page, threads, meta, along, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="stack loose">
      <PageHead title="Support" lede="Ask us anything. You get the answer here and by email." />
      <div className="narrow card">
        <SimpleForm
          fields={[
            { name: "subject", label: "Subject", required: true, maxLength: 120 },
            { name: "body", label: "Message", kind: "area", required: true, maxLength: 4_000 },
          ]}
          values={{}}
          result={result}
          submissionId={submission_id}
          button="Send"
          back={{ href: "/", label: "Back to the dashboard" }}
        >
          <MessageContextFields {...along} sent={result} />
        </SimpleForm>
      </div>
      {meta.total ? (
        <DetailBox title="Your conversations">
          <ul className="lines">
            {threads.map((t) => (
              <li key={t.id}>
                <a href={`/support/${t.id}`}>{t.subject}</a>{" "}
                <span className="soft small">
                  {t.state}, <Time {...t.last} />
                </span>
              </li>
            ))}
          </ul>
          <Pagination
            pathname="/support"
            query=""
            page={page}
            pageSize={SHOWN}
            total={meta.total}
            noun="conversation"
          />
        </DetailBox>
      ) : null}
    </div>
  );
}
