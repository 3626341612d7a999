import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CallCard, CallIndex } from "~/api/api-calls";
import { callsForPeople } from "~/api/document.server";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { env } from "~/web/env.server";

export const meta: MetaFunction = () => [{ title: "API · Timbertally" }];

export const loader = () => ({ site: env().PUBLIC_URL, groups: callsForPeople() });

export default function ApiDocs() {
  const { site, groups } = useLoaderData<typeof loader>();
  return (
    <PublicFrame wide>
      <PageHead
        title="The API"
        lede="Every trip ticket that your company may see, read and written by your own programs."
      />
      <div className="stack loose prose">
        <section className="stack">
          <h2>Who calls</h2>
          <p>
            An admin of your company makes a key at <a href="/company/api-keys">API keys</a>. A key acts as
            your company, with the flags of its primary crew, and history names it. Send key and secret with a
            full stop between them, as <code>Authorization: Bearer</code>, or each in a header of its own,{" "}
            <code>X-Client-Key</code> and <code>X-Client-Secret</code>. A page of this site may call with its
            own session.
          </p>
        </section>
        <section className="stack">
          <h2>To begin with</h2>
          <p>The last loads that were completed:</p>
          <pre>{`export TIMBERTALLY_KEY=ttk_….…

curl ${site}/api/trip-tickets/search \\
  -H "Authorization: Bearer $TIMBERTALLY_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"trip_ticket_status_ids": [3]}'`}</pre>
          <p>The scale ticket's number on one of them, which was read at version 4:</p>
          <pre>{`curl -X PUT ${site}/api/trip-tickets/1 \\
  -H "Authorization: Bearer $TIMBERTALLY_KEY" \\
  -H "Idempotency-Key: scale-ticket-G40117" \\
  -H "Content-Type: application/json" \\
  -d '{"version": 5, "scale_ticket_number": "G40117"}'`}</pre>
        </section>
        <section className="stack">
          <h2>What every call keeps to</h2>
          <ul>
            <li>JSON in UTF-8, one object. A field that is not known here is refused, not dropped.</li>
            <li>
              What is not 2xx answers <code>{'{ "message": "…" }'}</code>; 422 also <code>errors</code> by
              field.
            </li>
            <li>What is not yours to see answers 404, whether or not it exists.</li>
            <li>
              An edit sends the <code>version</code> it has read plus one. Who was overtaken gets 409 with{" "}
              <code>current</code>.
            </li>
            <li>
              A write with an <code>Idempotency-Key</code> is carried out once, however often it is sent.
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
        <CallIndex groups={groups} />
        {groups.map(({ about, calls }) => (
          <section key={about} className="stack">
            <h2>{about}</h2>
            {calls.map((call) => (
              <CallCard key={call.id} call={call} />
            ))}
          </section>
        ))}
      </div>
    </PublicFrame>
  );
}
