type When = { at: string; text: string };

export type ListedMessage = {
  id: number;
  kind: string;
  recipient: string;
  subject: string;
  body: string;
  created: When;
  sent: When | null;
  given_up: boolean;
  next: When | null;
  tries: number;
  leaves: boolean;
  failure: string | null;
};

/** Return a short text for a message's status. */
function standing(m: ListedMessage): string {
  if (m.sent) return `Sent ${m.sent.text}`;
  if (m.given_up) return m.tries ? `Gave up after ${m.tries === 1 ? "1 try" : `${m.tries} tries`}` : "Held";
  if (m.next) return `Next try ${m.next.text}`;
  if (!m.leaves) return m.kind === "mail" ? "Kept: no mail server is set" : "Kept: no texter is set";
  return "Waiting";
}

/** Card of a message in the outbox; a message that was given up can be sent again. */
export function MessageCard({ message: m }: { message: ListedMessage }) {
  return (
    <article className="card">
      <header>
        <h3>{m.subject}</h3>
        <span className="soft small">{standing(m)}</span>
      </header>
      <p className="soft small">
        {m.kind === "mail" ? "Mail" : "Text"} to {m.recipient},{" "}
        <time dateTime={m.created.at}>{m.created.text}</time>
      </p>
      {m.body.split("\n\n").map((paragraph, i) => (
        <p key={`${String(i)} ${paragraph}`}>{paragraph}</p>
      ))}
      {m.failure ? <p className="error-text">{m.failure}</p> : null}
      {m.given_up ? (
        <form method="post" className="row">
          <input type="hidden" name="id" value={m.id} />
          <button type="submit" className="button">
            Send again<span className="sr"> to {m.recipient}</span>
          </button>
        </form>
      ) : null}
    </article>
  );
}
