import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { callsForPeople } from "~/api/document.server";
import { PageHead } from "~/ui/parts";
import { PublicFrame } from "~/ui/shell";
import { env } from "~/web/env.server";

export const meta: MetaFunction = () => [{ title: "API · Timbertally" }];

export const loader = () => ({ site: env().PUBLIC_URL, calls: callsForPeople() });

export default function ApiDocs() {
  const { site, calls } = useLoaderData<typeof loader>();
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
            your company, with the flags of its primary crew, and history names it. Send it as{" "}
            <code>Authorization: Bearer key.secret</code>, or as <code>X-Client-Key</code> and{" "}
            <code>X-Client-Secret</code>. A page of this site may call with its own session.
          </p>
          <pre>{`curl ${site}/api/trip-tickets/search \\
  -H "Authorization: Bearer $TIMBERTALLY_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"trip_ticket_status_ids": [3], "take": 20}'`}</pre>
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
        <nav aria-label="Calls">
          <h2>Calls</h2>
          <ul className="calls">
            {calls.map((call) => (
              <li key={call.id}>
                <a href={`#${call.id}`}>
                  <code>
                    {call.method} {call.path}
                  </code>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {calls.map((call) => (
          <section key={call.id} id={call.id} className="card">
            <h3>
              <code>
                {call.method} {call.path}
              </code>
            </h3>
            <p>
              {call.summary}.{call.form ? " The body is a form, multipart/form-data." : ""}
            </p>
            {call.fields.length ? (
              <table>
                <caption className="sr">What {call.summary.toLowerCase()} takes</caption>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">In</th>
                    <th scope="col">Kind</th>
                  </tr>
                </thead>
                <tbody>
                  {call.fields.map((field) => (
                    <tr key={field.name}>
                      <th scope="row">
                        <code>{field.name}</code>
                        {field.required ? <strong> needed</strong> : null}
                      </th>
                      <td>{field.place}</td>
                      <td>{field.type}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ) : null}
          </section>
        ))}
      </div>
    </PublicFrame>
  );
}
