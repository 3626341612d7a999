import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDate } from "~/lib/time/time";
import { type CompanyHistory, getCompanyHistory } from "../data/company-history.server";
import { listOperatorActions } from "../data/site-acts.server";
import { ALL_API_KEYS, buildHistoryPath, HISTORY_FILTER_OPTIONS, parseHistoryFilter } from "../rules/actions";
import { OperatorActions } from "../ui/site-acts";
import "~/styles/history.css";
import { SelectField, TextField } from "~/ui/field";
import { ButtonLink, EmptyState, PageHead, Time } from "~/ui/parts";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { paths } from "~/web/paths";

export const meta: MetaFunction = () => [{ title: "History · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { filter: historyFilter, unreadable } = parseHistoryFilter(args.request.url);
  const ctx = await createContext(args);
  // Operators' actions require permission to read the company; a user without that permission sees only the other
  // entries.
  const isAsked = !historyFilter.before && ctx.actor.permissions.company.read;
  const acts = isAsked ? await callProcedure(listOperatorActions, ctx, {}) : [];
  return {
    asked: historyFilter,
    unreadable,
    acts,
    ...(await callProcedure(getCompanyHistory, ctx, historyFilter)),
  };
}

/** Actions of the company's people, filtered by person, subject, and day. */
export default function History() {
  const { asked, acts, entries, next, people, today, unreadable } = useLoaderData<typeof loader>();
  const isNarrowed = asked.person !== undefined || asked.noun !== undefined || asked.day !== undefined;
  return (
    <div className="stack">
      <PageHead
        title="History"
        lede="What people at your company did on trip tickets and jobs."
        actions={
          asked.day === today ? null : (
            <ButtonLink href={buildHistoryPath({ ...asked, day: today, before: undefined })}>
              Today
            </ButtonLink>
          )
        }
      />
      <search>
        <form className="row narrowing screen-only">
          <SelectField
            field={{ name: "person", id: "person", defaultValue: String(asked.person ?? "") }}
            label="Who"
            empty="Everyone"
            options={[
              ...people.map(({ id, name }) => ({ value: id, label: name })),
              { value: ALL_API_KEYS, label: "API keys" },
            ]}
          />
          <SelectField
            field={{ name: "noun", id: "noun", defaultValue: asked.noun ?? "" }}
            label="What"
            empty="Everything"
            options={HISTORY_FILTER_OPTIONS}
          />
          <TextField
            field={{ name: "day", id: "day", defaultValue: asked.day }}
            label="Day"
            type="date"
            attributes={{ max: today }}
          />
          <button type="submit" className="button primary">
            Show
          </button>{" "}
          {isNarrowed ? <a href={buildHistoryPath({})}>Show everything</a> : null}
        </form>
      </search>
      {unreadable.length ? <UnreadableFilter parts={unreadable} /> : <OperatorActions acts={acts} />}
      {unreadable.length ? null : entries.length ? (
        <Days entries={entries} />
      ) : (
        <EmptyState title={next ? `Nothing since ${next.text}` : "Nothing to show"}>
          {isNarrowed ? (
            <ButtonLink href={buildHistoryPath({})} tone="primary">
              Show everything
            </ButtonLink>
          ) : (
            <ButtonLink href="/trip-tickets" tone="primary">
              Go to trip tickets
            </ButtonLink>
          )}
        </EmptyState>
      )}
      <nav className="pager" aria-label="Pages">
        {asked.before ? (
          <a className="button" href={buildHistoryPath({ ...asked, before: undefined })}>
            Newest
          </a>
        ) : null}{" "}
        {next && !unreadable.length ? (
          <>
            <span className="soft">Shown back to {next.text}</span>{" "}
            <a className="button" rel="next" href={buildHistoryPath({ ...asked, before: next })}>
              Older
            </a>
          </>
        ) : null}
      </nav>
    </div>
  );
}

type Line = CompanyHistory["entries"][number];

function Days({ entries }: { entries: Line[] }) {
  const days = [...new Set(entries.map((entry) => entry.day))];
  return days.map((day) => (
    <section key={day} className="deeds">
      <h3>{formatDate(day)}</h3>
      <ol className="entries">
        {entries
          .filter((entry) => entry.day === day)
          .map((entry) => (
            <Deed key={entry.id} entry={entry} />
          ))}
      </ol>
    </section>
  ));
}

function Deed({ entry }: { entry: Line }) {
  const { ticket, job, diffs, content } = entry;
  const name = ticket ? `Trip ticket ${ticket.number}` : job.name;
  const href = ticket ? paths.ticket(ticket.id) : paths.job(job.id);
  return (
    <li>
      <span className="soft">
        <Time at={entry.when.at} text={entry.when.text.replace(/^.*, /, "")} />
      </span>{" "}
      <span className="by">{entry.who}</span>{" "}
      <span>
        <strong>{entry.what}</strong>{" "}
        {entry.is_gone ? <span className="soft">{name}</span> : <a href={href}>{name}</a>}
        {ticket ? <span className="soft"> {job.name}</span> : null}{" "}
        {content ? <span className="note">{content}</span> : null}{" "}
        {diffs.length ? (
          <span className="note soft">
            {diffs
              .map((d) =>
                d.saved === "—" ? `${d.field}: ${d.updated}` : `${d.field}: ${d.saved} → ${d.updated}`,
              )
              .join("; ")}
          </span>
        ) : null}
      </span>
    </li>
  );
}
