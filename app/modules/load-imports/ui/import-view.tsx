import "~/styles/imports.css";
import { formatCount } from "~/lib/text/text";
import { formatListQuery } from "~/modules/trip-tickets/rules/list-query";
import { ActionForm } from "~/ui/action-form";
import { SelectField } from "~/ui/field";
import { Pagination } from "~/ui/pagination";
import { ButtonLink, Notice } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { getImport } from "../data/import-page.server";

type Import = Awaited<ReturnType<typeof getImport.run>>;
const n = (value: number) => value.toLocaleString("en-US");

/** Status of an import: totals linked to their lists, the work under way, and the button that saves the correct rows. */
export function ImportStatus({ page, submissionId }: { page: Import; submissionId: string }) {
  const ready = page.act === "saving" ? page.loads : page.rows - page.loads;
  const total = page.act === "saving" ? page.loads + page.right : page.rows;
  if (page.act)
    return (
      <p>
        <progress max={total} value={ready}>
          {n(ready)} of {n(total)}
        </progress>{" "}
        {page.act === "saving"
          ? `${n(page.loads)} of ${formatCount(total, "load")} saved. This page refreshes itself.`
          : `${formatCount(page.loads, "load")} left to take back. This page refreshes itself.`}
      </p>
    );
  const parts = [
    page.right ? `${formatCount(page.right, "row")} can be saved` : "",
    page.wrong ? `${n(page.wrong)} ${page.wrong === 1 ? "needs" : "need"} a look` : "",
    page.left_out ? `${n(page.left_out)} left out` : "",
  ].filter(Boolean);
  return (
    <div className="stack">
      {page.loads ? (
        <Notice title={`${formatCount(page.loads, "load")} came in as delivered`}>
          <p className="row">
            <ButtonLink
              href={paths.ticketList(formatListQuery({ view: "loads", filter: { import_ids: [page.id] } }))}
            >
              See these loads
            </ButtonLink>{" "}
            {page.may_undo ? <a href={paths.importRemoval(page.id)}>Take them back</a> : null}
          </p>
        </Notice>
      ) : null}
      {parts.length ? <p role="status">{parts.join(", ")}.</p> : null}
      {page.right ? (
        <ActionForm
          action={paths.importSaving(page.id)}
          submissionId={submissionId}
          button={`Save ${formatCount(page.right, "load")}`}
        />
      ) : null}
    </div>
  );
}

/** Form for unknown names in the rows. Each name is answered once and remembered for the company. */
export function UnknownNamesForm({ page, submissionId }: { page: Import; submissionId: string }) {
  if (page.asked.length === 0) return null;
  return (
    <ActionForm
      action={paths.importWords(page.id)}
      className="stack card"
      submissionId={submissionId}
      head={<h2>What do these names mean?</h2>}
      button="Use these"
    >
      <p className="soft">Answer once. We remember it for your next import.</p>
      <div className="asked-names">
        {page.asked.map((query, index) => (
          <div key={`${query.job_id} ${query.field} ${query.word}`}>
            <input type="hidden" name={`words[${index}].field`} value={query.field} />
            <input type="hidden" name={`words[${index}].word`} value={query.word} />
            <input type="hidden" name={`words[${index}].job_id`} value={query.job_id} />
            <SelectField
              field={{ id: `word-${index}`, name: `words[${index}].value` }}
              label={query.what}
              hint={`${formatCount(query.rows, "row")} ${query.rows === 1 ? "waits" : "wait"} for it`}
              empty={query.choices.length ? "Choose" : "The job has none: add it there first"}
              options={query.choices}
              none="Nothing matches your search"
              required={false}
            />
          </div>
        ))}
      </div>
    </ActionForm>
  );
}

const GROUPS = { wrong: "To review", right: "Right", loads: "Saved", left_out: "Left out" } as const;

/**
 * List the rows of one group as they were understood. Each row shows its problem, if any, and links to the page that
 * corrects it.
 */
export function ImportRows({
  page,
  submissionId,
  pageSize,
}: {
  page: Import;
  submissionId: string;
  pageSize: number;
}) {
  const many = { wrong: page.wrong, right: page.right, loads: page.loads, left_out: page.left_out };
  const groups = (["wrong", "right", "loads", "left_out"] as const).filter((group) => many[group] > 0);
  const ticks = page.act === null && (page.show === "wrong" || page.show === "left_out");
  const rows = (
    <ul className="import-rows card">
      {page.shown.map((row) => (
        <li key={row.line}>
          {ticks ? (
            <input
              type="checkbox"
              name="lines"
              value={row.line}
              aria-label={`Row ${row.line}`}
              defaultChecked={page.show === "wrong" && row.is_question && page.shown.length === 1}
            />
          ) : null}
          <span className="line">
            {row.trip_ticket ? (
              <a href={paths.ticket(row.trip_ticket.id)}>#{row.trip_ticket.number}</a>
            ) : (
              <a href={paths.importRow(page.id, row.line)}>Row {row.line}</a>
            )}
          </span>{" "}
          <span>{row.when}</span> <span>{row.what}</span> <span>{row.where}</span> <span>{row.who}</span>{" "}
          <span>{row.measure}</span> <span className="soft small">{row.numbers}</span>
          {row.problem ? (
            <span className={row.is_question ? "problem" : "problem error-text"}>{row.problem}</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
  return (
    <section className="stack" aria-label="Rows">
      {groups.length > 1 ? (
        <nav className="sections" aria-label="Rows by status">
          {groups.map((group) => (
            <a
              key={group}
              href={paths.import(page.id, group)}
              aria-current={group === page.show ? "page" : undefined}
            >
              {GROUPS[group]} {n(many[group])}
            </a>
          ))}
        </nav>
      ) : null}
      {ticks ? (
        <ActionForm action={paths.importRows(page.id)} submissionId={submissionId} button={null}>
          {rows}
          <p className="row">
            {page.show === "wrong" ? (
              <>
                <button type="submit" name="as" value="left_out" className="button">
                  Leave the selected rows out
                </button>{" "}
                <button type="submit" name="as" value="sure" className="button">
                  They're right as is
                </button>
              </>
            ) : (
              <button type="submit" name="as" value="open" className="button">
                Put the selected rows back in
              </button>
            )}
          </p>
        </ActionForm>
      ) : (
        rows
      )}
      <Pagination
        pathname={paths.import(page.id)}
        query={`show=${page.show}`}
        page={page.page}
        pageSize={pageSize}
        total={many[page.show]}
        noun="row"
      />
    </section>
  );
}
