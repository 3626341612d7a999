import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { Facts, PageHead, Time } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getApiKey, revokeApiKey } from "../data/api-keys.server";

export const meta: MetaFunction = () => [{ title: "Revoke a key · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const key = await callProcedure(getApiKey, await createContext(args), {
    key_id: parseId(args.params.keyId),
  });
  return { key, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(revokeApiKey, args, {
    fixed: { key_id: parseId(args.params.keyId) },
    to: () => "/company/api-keys",
  });
}

export default function Revocation() {
  const { key, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead
        title={`Revoke the key "${key.name}"`}
        lede="Programs that use it will be refused. This can't be undone. What they wrote stays."
      />
      <ActionForm
        result={result}
        submissionId={submission_id}
        button={`Revoke ${key.name}`}
        danger
        back={{ href: "/company/api-keys", label: "Keep it" }}
      >
        <div className="card">
          <Facts
            facts={[
              { term: "Key", value: <code>{key.client_key}</code> },
              { term: "Made by", value: key.who },
              { term: "Made", value: <Time {...key.created} /> },
              { term: "Last used", value: key.used ? <Time {...key.used} /> : "Never" },
            ]}
          />
        </div>
      </ActionForm>
    </div>
  );
}
