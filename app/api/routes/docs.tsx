import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiCallCard, ApiCallList } from "~/api/api-calls";
import { listDocumentedCalls } from "~/api/document.server";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { env } from "~/web/env.server";

export const meta: MetaFunction = () => [{ title: "API · Timbertally" }];

export const loader = () => ({ site: env().PUBLIC_URL, groups: listDocumentedCalls() });

export default function ApiDocs() {
  const { site, groups } = useLoaderData<typeof loader>();
  return (
    <PublicFrame wide>
      <PageHead
        title="The API"
        lede="Let your own programs read and write every trip ticket your company can see."
      />
      <div className="stack loose prose">
        <section className="stack">
          <h2>Authentication</h2>
          <p>
            An admin of your company creates a key at <a href="/company/api-keys">API keys</a>. A key acts as
            your company, with the permissions of its primary crew, and history names it. Send the key and
            secret with a period between them, as <code>Authorization: Bearer</code>, or each in a header of
            its own, <code>X-Client-Key</code> and <code>X-Client-Secret</code>. Pages of this site can call
            with their own session.
          </p>
        </section>
        <section className="stack">
          <h2>Getting started</h2>
          <p>The last completed loads:</p>
          <pre>{`export TIMBERTALLY_KEY=ttk_….…

curl ${site}/api/trip-tickets/search \\
  -H "Authorization: Bearer $TIMBERTALLY_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"trip_ticket_status_ids": [3]}'`}</pre>
          <p>Set the scale ticket number on one of them, read at version 4:</p>
          <pre>{`curl -X PUT ${site}/api/trip-tickets/1 \\
  -H "Authorization: Bearer $TIMBERTALLY_KEY" \\
  -H "Idempotency-Key: scale-ticket-G40117" \\
  -H "Content-Type: application/json" \\
  -d '{"version": 5, "scale_ticket_number": "G40117"}'`}</pre>
        </section>
        <section className="stack">
          <h2>Rules for every call</h2>
          <ul>
            <li>Send one JSON object in UTF-8. Unknown fields are refused, not dropped.</li>
            <li>
              Every answer that isn't 2xx is <code>{'{ "message": "…" }'}</code>; 422 also <code>errors</code>{" "}
              by field.
            </li>
            <li>What you don't have access to answers 404, whether or not it exists.</li>
            <li>
              An edit sends the <code>version</code> it read plus one. If someone else saved first, you get
              409 with <code>current</code>.
            </li>
            <li>
              A write with an <code>Idempotency-Key</code> runs once, however often it is sent.
            </li>
            <li>
              A list answers its rows and <code>meta</code> with <code>total</code>, <code>skip</code> and{" "}
              <code>take</code>: ten rows unless you say, a hundred at most, <code>-1</code> for all.
              Reference lists are whole unless you say.
            </li>
          </ul>
          <p>
            For programs, the same as <a href="/api/openapi.json">OpenAPI 3.1</a>.
          </p>
        </section>
        <ApiCallList groups={groups} />
        {groups.map(({ about, calls }) => (
          <section key={about} className="stack">
            <h2>{about}</h2>
            {calls.map((call) => (
              <ApiCallCard key={call.id} call={call} />
            ))}
          </section>
        ))}
      </div>
    </PublicFrame>
  );
}
