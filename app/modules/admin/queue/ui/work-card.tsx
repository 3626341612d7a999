type When = { at: string; text: string };

export type ListedWork = {
  id: number;
  name: string;
  what: string;
  created: When;
  attempts: number;
  /** Time of the next try; null while the work is running, and after it was given up. */
  next: When | null;
  under_way: boolean;
  given_up: boolean;
  failure: string | null;
};

/** Return the state of a piece of work in a few words. */
function standing(it: ListedWork): string {
  const tries = it.attempts === 1 ? "1 try" : `${it.attempts} tries`;
  if (it.given_up) return `Gave up after ${tries}`;
  if (it.under_way) return "Under way";
  const next = it.next?.text ?? "";
  return it.failure ? `${tries} failed. Next try ${next}` : `Due ${next}`;
}

/** Card of a piece of work: failed work can be restarted, work that was given up can also be dropped. */
export function WorkCard({ item: it }: { item: ListedWork }) {
  const called = `${it.name} ${it.id}`;
  return (
    <article className="card">
      <header>
        <h3>{it.name}</h3>
        <span className="soft small">{standing(it)}</span>
      </header>
      <p className="soft small">
        {it.what ? `${it.what}, since ` : "Since "}
        <time dateTime={it.created.at}>{it.created.text}</time>
      </p>
      {it.failure ? <p className="error-text">{it.failure}</p> : null}
      {it.given_up || (it.failure && !it.under_way) ? (
        <form method="post" className="row">
          <input type="hidden" name="id" value={it.id} />
          <button type="submit" className="button" name="what" value="again">
            Run again<span className="sr"> {called}</span>
          </button>{" "}
          {it.given_up ? (
            <button type="submit" className="button" name="what" value="drop">
              Drop<span className="sr"> {called}</span>
            </button>
          ) : null}
        </form>
      ) : null}
    </article>
  );
}
