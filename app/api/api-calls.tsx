import "~/styles/api.css";
import { Fragment } from "react";
import type { DocumentedField, listDocumentedCalls } from "./document.server";

type Group = ReturnType<typeof listDocumentedCalls>[number];
type Call = Group["calls"][number];

/** Break a long address before a slash, never within a name. */
const Address = ({ call }: { call: Call }) => (
  <code>
    <b>{call.method}</b>{" "}
    <span>
      {call.path.split(/(?=\/)/).map((part, i) => (
        <Fragment key={`${part} ${String(i)}`}>
          {i ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  </code>
);

/** List of all calls, one per line, each linking to its fields. */
export function ApiCallList({ groups }: { groups: Group[] }) {
  return (
    <nav aria-label="Calls" className="stack">
      <h2>Calls</h2>
      {groups.map(({ about, calls }) => (
        <div key={about}>
          <h3>{about}</h3>
          <ul className="calls">
            {calls.map((call) => (
              <li key={call.id}>
                <a href={`#${call.id}`}>
                  <Address call={call} />
                </a>
                <div className="soft small">{call.summary}</div>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Card of an API call with its parameters and its response. */
export function ApiCallCard({ call }: { call: Call }) {
  return (
    <section id={call.id} className="card call">
      <h3>
        <Address call={call} />
      </h3>
      <p>{call.summary}.</p>
      <Fields title="In the address, after ?" fields={call.query} />
      <Fields title={call.form ? "In the form, multipart/form-data" : "In the body"} fields={call.body} />
      <p className="answer">
        <strong>Answers {call.answer.status}</strong> with{" "}
        {call.answer.fields ? <code>{call.answer.fields.join(", ")}</code> : "the file"}
      </p>
    </section>
  );
}

function Fields({ title, fields }: { title: string; fields: DocumentedField[] }) {
  if (fields.length === 0) return null;
  return (
    <div>
      <h4>{title}</h4>
      <dl>
        {fields.map((field) => (
          <div key={field.name}>
            <dt>
              <code>{field.name}</code>
            </dt>
            <dd>
              {field.type}
              {field.required ? <strong> · needed</strong> : null}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
