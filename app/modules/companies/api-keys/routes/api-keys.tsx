import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { EmptyState } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submitSecret } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { listApiKeys, makeApiKey } from "../data/api-keys.server";
import { ApiKeyList, CreatedApiKey } from "../ui/api-keys";

export const meta: MetaFunction = () => [{ title: "API keys · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  return {
    company: ctx.actor.company?.name,
    keys: await callProcedure(listApiKeys, ctx, {}),
    form_id: createSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  return submitSecret(makeApiKey, args);
}

export default function ApiKeys() {
  const { company, keys, form_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const shown = result?.shown;
  const errors = result?.reply?.error ?? {};
  const open = keys.filter((key) => !key.revoked);
  const over = keys.filter((key) => key.revoked);
  return (
    <div className="narrow stack loose">
      <div>
        <h2>API keys</h2>
        <p className="soft">
          A key lets a program read and write as {company}. <a href="/api/docs">How to call the API</a>
        </p>
      </div>
      {shown ? <CreatedApiKey made={shown} /> : null}
      <ActionForm
        className="stack card"
        formErrors={errors[""] ?? undefined}
        fields={[{ id: "name", errors: errors.name ?? undefined }]}
        button="Create key"
        plain={Boolean(shown)}
      >
        <input type="hidden" name="form_id" value={form_id} />
        <TextField
          field={{
            id: "name",
            name: "name",
            errors: errors.name ?? undefined,
            defaultValue: shown ? undefined : String(result?.reply?.initialValue?.name ?? ""),
          }}
          label="Name of the new key"
          required
          hint="What it is for, like Scale house. History shows this name."
          attributes={{ maxLength: 60, autoComplete: "off" }}
        />
      </ActionForm>
      <section className="stack">
        <h3>Active</h3>
        {open.length ? (
          <ApiKeyList keys={open} />
        ) : (
          <EmptyState
            title={keys.length ? "No active keys" : "No keys yet"}
            next={{ href: "#name", label: "Name the first key" }}
          >
            <p>Create one for each program, so you can revoke one without stopping the others.</p>
          </EmptyState>
        )}
      </section>
      {over.length ? (
        <section className="stack">
          <h3>Revoked</h3>
          <ApiKeyList keys={over} />
        </section>
      ) : null}
    </div>
  );
}
