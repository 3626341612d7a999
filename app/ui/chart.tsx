import "~/styles/chart.css";
import { type ReactNode, useId } from "react";
import { ChartDrawing } from "./chart-drawing";

export type ChartRow = {
  /** Label of the row in the table: "Mon, Nov 16, 2026". */
  label: string;
  /** Short label under its column, where there is little space: "Nov 16". */
  short?: string;
  /** One value for each series, in order. */
  values: readonly number[];
  /** True for a period that has not ended, which is outlined, not filled. */
  unfinished?: boolean;
};

export type ChartProps = {
  kind: "columns" | "stacked" | "line" | "bars";
  title: string;
  /** Summary in one sentence: the caption, and the drawing's text for screen readers. */
  says: string;
  /** Names of the series, four at most; combine the rest as "Other". */
  series: readonly string[];
  /** Unit of the values: "loads", "tons". */
  unit: string;
  rows: readonly ChartRow[];
  /** Header of the rows' first column. */
  by?: string;
  format?: (value: number) => string;
  /** True for a line of prices, which change little: the axis surrounds the values and need not begin at zero. */
  around?: boolean;
  /** True if the table starts collapsed, because the page has more content; print shows the table open. */
  folded?: boolean;
  /** Replacement for the chart's own table; null if another table on the page contains at least the same values. */
  table?: ReactNode;
};

/**
 * Drawing of numbers with a table of the same numbers. It needs no script. Its series differ by hatch as well as by
 * color, so that it can be read on paper and by color-blind readers.
 */
export function Chart(props: ChartProps) {
  const { title, says, series, table } = props;
  const id = useId();
  return (
    <figure className="chart" aria-labelledby={`${id}-title`}>
      <figcaption>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{says}</p>
      </figcaption>
      {series.length > 1 ? <Legend series={series} id={id} /> : null}
      <ChartDrawing {...props} id={id} />
      {table === undefined ? <ChartTable {...props} /> : table}
    </figure>
  );
}

function Legend({ series, id }: { series: readonly string[]; id: string }) {
  return (
    <ul className="legend">
      {series.map((name, i) => (
        <li key={name}>
          <svg width="14" height="14" aria-hidden="true">
            <rect className={`mark s${i + 1}`} width="14" height="14" fill={`url(#${id}-p${i + 1})`} />
          </svg>{" "}
          {name}
        </li>
      ))}
    </ul>
  );
}

const plain = (value: number) => value.toLocaleString("en-US");

/** Table with the numbers of a chart. */
function ChartTable({ title, series, unit, rows, by = "Period", format = plain, folded }: ChartProps) {
  return (
    <details open={!folded}>
      <summary>Table: {title}</summary>
      <div className="tablewrap">
        <table>
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{by}</th>
              {series.map((name) => (
                <th key={name} scope="col" className="num">
                  {series.length > 1 ? `${name}, ${unit}` : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">
                  {row.label}
                  {row.unfinished ? " (so far)" : ""}
                </th>
                {series.map((name, i) => (
                  <td key={name} className="num">
                    {format(row.values[i] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
