import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatInstant } from "~/domain/time/time";
import { listOutbox } from "~/features/people/outbox.server";
import { EmptyState, PageHead } from "~/ui/parts";
import { userContext } from "~/web/context.server";
import { call } from "~/web/respond.server";

export const meta: MetaFunction = () => [{ title: "Outbox · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await userContext(args);
  const messages = await call(listOutbox, ctx, {});
  return {
    messages: messages.map((m) => ({ ...m, when: formatInstant(m.created_at, ctx.actor.zone, ctx.now) })),
  };
}

export default function Outbox() {
  const { messages } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Outbox"
        lede="Mail and text messages, newest first. Without a mail server they stay here to be read."
      />
      {messages.length ? (
        <div className="stack">
          {messages.map((m) => (
            <article key={m.id} className="card">
              <header>
                <h2>{m.subject}</h2>
                <span className="soft small">{m.sent_at ? "Sent" : m.failure ? "Failed" : "Kept"}</span>
              </header>
              <p className="soft small">
                To {m.recipient}, <time dateTime={m.created_at}>{m.when}</time>
              </p>
              {m.body.split("\n\n").map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {m.failure ? <p className="error-text">{m.failure}</p> : null}
            </article>
          ))}
        </div>
      ) : (
        <EmptyState title="Nothing has left yet" />
      )}
    </>
  );
}
