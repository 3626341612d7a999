import "~/styles/find.css";
import { EmptyState, PageHead } from "~/ui/parts";
import type { SearchResult } from "../data/find.server";

/** Focus the search field when the page opens. */
const FOCUSED = { autoFocus: true };

/** Search results by kind, as links; a script also suggests them in the search box. */
export function SearchResults({ found: { q, groups } }: { found: SearchResult }) {
  return (
    <div className="narrow">
      <PageHead title="Find" />
      <form method="get" action="/find" className="search">
        <label className="sr" htmlFor="find-here">
          What to find
        </label>
        <input
          className="input"
          type="search"
          id="find-here"
          name="q"
          defaultValue={q}
          maxLength={80}
          placeholder="Ticket, plate, job, company…"
          {...FOCUSED}
        />{" "}
        <button type="submit" className="button">
          Find
        </button>
      </form>
      {q === "" ? (
        <p className="soft">
          Type a ticket, load or scale ticket number, a plate, or the beginning of a name. “New load Deward”
          and “export October” work too.
        </p>
      ) : null}
      {q !== "" && groups.length === 0 ? (
        <EmptyState
          title={`Nothing found for "${q}"`}
          next={{ href: "/trip-tickets", label: "Go to trip tickets" }}
        />
      ) : null}
      {groups.map((group) => (
        <section key={group.kind} aria-labelledby={`found-${group.kind}`} className="found">
          <h2 id={`found-${group.kind}`}>{group.title}</h2>
          <ul className="links">
            {group.hits.map((hit) => (
              <li key={hit.href}>
                <a href={hit.href} data-option={hit.hint ?? group.title} data-label={hit.title}>
                  {hit.title}
                </a>{" "}
                {hit.hint ? <span className="soft small">{hit.hint}</span> : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
