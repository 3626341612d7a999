import "~/styles/exchange.css";
import { formatCount } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { DetailBox, Notice } from "~/ui/parts";
import type { FormReply } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import type { getExportPage } from "../data/exports.server";
import { type SEPARATORS, TEMPLATE_TYPES } from "../rules/columns";
import { EXPORT_KIND_KEYS, EXPORT_KINDS } from "../rules/kinds";

type Page = Extract<Awaited<ReturnType<typeof getExportPage.run>>, { allowed: true }>;

const CHOICES = [
  { value: "standard", label: "Standard columns" },
  { value: "shown", label: "Columns as shown in my list" },
  { value: "all", label: "All columns" },
] as const;

/** Form to choose an export's purpose and columns. A long export opens its progress page. */
export function ExportForm({
  page,
  query,
  result,
  submissionId,
}: {
  page: Page;
  query: string;
  result?: FormReply;
  submissionId: string;
}) {
  const errors = result?.reply.error ?? {};
  const before = result?.reply.initialValue ?? {};
  return (
    <ActionForm
      result={result}
      submissionId={submissionId}
      fields={[{ id: "kind-csv", errors: errors.kind ?? undefined }]}
      className="stack loose"
      button={<>Export {formatCount(page.total, "trip ticket")}</>}
      back={{ href: query ? `${paths.tickets}?${query}` : paths.tickets, label: "Trip tickets" }}
    >
      <input type="hidden" name="query" value={query} />
      <fieldset className="card">
        <legend>What the file is for</legend>
        <div className="exports">
          {EXPORT_KIND_KEYS.map((kind) => (
            <label key={kind} className="check">
              <input
                type="radio"
                name="kind"
                id={`kind-${kind}`}
                value={kind}
                required
                defaultChecked={(before.kind ?? "csv") === kind}
              />
              <span>
                {EXPORT_KINDS[kind].label} <span className="soft small block">{EXPORT_KINDS[kind].hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="card">
        <legend>Columns of CSV and spreadsheet</legend>
        <div className="exports">
          {CHOICES.map(({ value, label }) => (
            <label key={value} className="check">
              <input
                type="radio"
                name="columns"
                id={`columns-${value}`}
                value={value}
                defaultChecked={(before.columns ?? "standard") === value}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </ActionForm>
  );
}

const KIND_OF = { FPA: "fpa", LIMS: "lims", CARIBOU: "caribou" } as const;

/** Links to the column templates for other systems, and the most recent exports. */
export function ExportSidebar({ runs }: { runs: Page["runs"] }) {
  return (
    <div className="boxes">
      <DetailBox title="Columns for other systems">
        <p className="soft">
          Vendors don't publish a layout. Check these against the template your customer gave you.
        </p>
        <p className="row">
          {TEMPLATE_TYPES.map((type) => (
            <a key={type} href={paths.exportTemplate(type)}>
              {EXPORT_KINDS[KIND_OF[type]].label} columns{" "}
            </a>
          ))}
        </p>
      </DetailBox>
      {runs.length ? (
        <DetailBox title="Recent large exports">
          <ul className="rows">
            {runs.map((run) => (
              <li key={run.id}>
                <a href={paths.exportRun(run.id)}>
                  {run.kind}, {formatCount(run.rows_total, "trip ticket")}
                </a>{" "}
                <span className="soft small">
                  {run.created.text} · {run.state}
                </span>
              </li>
            ))}
          </ul>
        </DetailBox>
      ) : null}
    </div>
  );
}

/** Text preview of a template's file. */
export function TemplatePreview({
  headings,
  rows,
  separator,
}: {
  headings: string[];
  rows: (string | number | null)[][];
  separator: keyof typeof SEPARATORS;
}) {
  const mark = separator === "\t" ? " → " : `${separator} `;
  const lines = [headings, ...rows.map((row) => row.map((cell) => cell ?? ""))].map((row) => row.join(mark));
  return rows.length ? (
    // A region that scrolls sideways is reached by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <pre className="call preview" tabIndex={0}>
      {lines.join("\n")}
    </pre>
  ) : (
    <Notice>
      <p>No trip tickets found</p>
    </Notice>
  );
}
