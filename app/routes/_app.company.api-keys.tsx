import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listApiKeys, makeApiKey } from "~/features/api-keys/api-keys.server";
import { ErrorSummary, TextField } from "~/ui/field";
import { EmptyState, Notice, Time } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call, show } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "API keys · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  return {
    company: ctx.actor.company?.name,
    keys: await call(listApiKeys, ctx, {}),
    form_id: newSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  return show(makeApiKey, args);
}

export default function ApiKeys() {
  const { company, keys, form_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const made = result?.shown;
  const errors = result?.reply?.error ?? {};
  return (
    <div className="narrow">
      <h2>API keys</h2>
      <p className="soft">
        A key lets a program read and write as {company}. How to call: the API's own page.
      </p>
      <div className="stack loose">
        {made ? (
          <Notice title={`The key "${made.name}" is made. Its secret is shown this once.`}>
            <p>Copy it to where your program reads it. It is not kept here and cannot be shown again.</p>
            <dl className="facts">
              <dt>Bearer</dt>
              <dd>
                <code className="secret">{`${made.client_key}.${made.secret}`}</code>
              </dd>
              <dt>X-Client-Key</dt>
              <dd>
                <code className="secret">{made.client_key}</code>
              </dd>
              <dt>X-Client-Secret</dt>
              <dd>
                <code className="secret">{made.secret}</code>
              </dd>
            </dl>
          </Notice>
        ) : null}
        <form method="post" className="stack card">
          <ErrorSummary
            formErrors={errors[""] ?? undefined}
            fields={[{ id: "name", errors: errors.name ?? undefined }]}
          />
          <input type="hidden" name="form_id" value={form_id} />
          <TextField
            field={{
              id: "name",
              name: "name",
              errors: errors.name ?? undefined,
              defaultValue: made ? undefined : String(result?.reply?.initialValue?.name ?? ""),
            }}
            label="Name of the new key"
            required
            hint="What it is for, like Scale house. History shows this name."
            attributes={{ maxLength: 60, autoComplete: "off" }}
          />
          <div className="row">
            <button type="submit" className="button primary">
              Make key
            </button>{" "}
            <a href="/api/docs">How to call the API</a>
          </div>
        </form>
        <section className="stack">
          <h3>Keys</h3>
          {keys.length ? (
            <ul className="stack">
              {keys.map((key) => (
                <li key={key.id} className="row between">
                  <span>
                    <strong>{key.name}</strong> {key.revoked ? <span className="soft">revoked</span> : null}
                    <br />
                    <span className="soft small">
                      <code>{key.client_key}</code>, made by {key.who}{" "}
                      {key.created ? <Time {...key.created} /> : null}
                      {key.used ? (
                        <>
                          , last used <Time {...key.used} />
                        </>
                      ) : (
                        ", never used"
                      )}
                    </span>
                  </span>
                  {key.revoked ? null : (
                    <a className="button" href={`/company/api-keys/${key.id}/revocation`}>
                      Revoke<span className="sr"> {key.name}</span>
                    </a>
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState title="No keys yet" />
          )}
        </section>
      </div>
    </div>
  );
}
