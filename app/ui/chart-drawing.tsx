import { Fragment } from "react";
import type { ChartProps, ChartRow } from "./chart";
import { computeAxisTicks, computeTicksAround, getLabelInterval } from "./chart-scale";

/** Size in the drawing's units, in which coordinates are whole numbers; the drawing is scaled to its container's width. */
const WIDTH = 400;
const HEIGHT = 190;
const LEFT = 46;
const TOP = 8;
const BASE = 164;
const BAR = 22;
const NAMES = 130;
const MAX_LABELS = 7;

type Drawn = ChartProps & { id: string };

/** Drawing of a chart, hidden from screen readers because the caption and the table have the same content. */
export function ChartDrawing(props: Drawn) {
  const { kind, says, rows, id } = props;
  const height = kind === "bars" ? rows.length * BAR + 4 : HEIGHT;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={says} className={kind}>
      <Hatches id={id} />
      {kind === "bars" ? <Bars {...props} /> : <Upright {...props} />}
    </svg>
  );
}

/** Fill patterns of the series, in addition to their colors: solid, falling lines, dots, rising lines. */
function Hatches({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-p1`} width="6" height="6" patternUnits="userSpaceOnUse">
        <path className="s1" d="M0 0h6v6H0z" />
      </pattern>
      <pattern id={`${id}-p2`} width="6" height="6" patternUnits="userSpaceOnUse">
        <path className="s2" d="M0 0h6v6H0z" />
        <path className="gap" d="M-1 -1l8 8M-1 5l2 2M5 -1l2 2" />
      </pattern>
      <pattern id={`${id}-p3`} width="6" height="6" patternUnits="userSpaceOnUse">
        <path className="s3" d="M0 0h6v6H0z" />
        <path className="gap" d="M0 3h6" />
      </pattern>
      <pattern id={`${id}-p4`} width="6" height="6" patternUnits="userSpaceOnUse">
        <path className="s4" d="M0 0h6v6H0z" />
        <path className="gap" d="M-1 7l8 -8M-1 1l2 -2M5 7l2 -2" />
      </pattern>
    </defs>
  );
}

const plain = (value: number) => value.toLocaleString("en-US");
const sum = (values: readonly number[]) => values.reduce((all, value) => all + Math.max(0, value), 0);

function Upright({ kind, rows, series, id, around, format = plain }: Drawn) {
  const most = Math.max(
    0,
    ...rows.map(({ values }) => (kind === "stacked" ? sum(values) : Math.max(0, ...values))),
  );
  const isAround = around && kind === "line" && most > 0;
  const ticks = isAround
    ? computeTicksAround(Math.min(...rows.flatMap(({ values }) => values)), most)
    : computeAxisTicks(most);
  const [low, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const y = (value: number) => Math.round(BASE - (Math.max(0, value - low) / (top - low)) * (BASE - TOP));
  const room = (WIDTH - LEFT) / Math.max(1, rows.length);
  const left = (i: number) => LEFT + i * room;
  const nth = getLabelInterval(rows.length, MAX_LABELS);
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className={tick > low ? "grid" : "base"} d={`M${LEFT} ${y(tick)}H${WIDTH}`} />
          <text x={LEFT - 5} y={y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>{" "}
        </g>
      ))}
      {rows.map((row, i) =>
        i % nth ? null : (
          <Fragment key={row.label}>
            <text x={Math.round(left(i) + room / 2)} y={BASE + 16} textAnchor="middle">
              {row.short ?? row.label}
            </text>{" "}
          </Fragment>
        ),
      )}
      {kind === "line"
        ? series.map((name, s) => (
            <path
              key={name}
              className={`line s${s + 1}`}
              d={lineOf(rows, s, (i) => Math.round(left(i) + room / 2), y)}
            />
          ))
        : rows.map((row, i) => <Column key={row.label} {...{ row, kind, id, y }} x={left(i)} room={room} />)}
    </>
  );
}

const lineOf = (
  rows: readonly ChartRow[],
  series: number,
  x: (i: number) => number,
  y: (value: number) => number,
) => rows.map((row, i) => `${i ? "L" : "M"}${x(i)} ${y(row.values[series] ?? 0)}`).join("");

function Column({
  row,
  kind,
  id,
  x,
  room,
  y,
}: {
  row: ChartRow;
  kind: ChartProps["kind"];
  id: string;
  x: number;
  room: number;
  y: (value: number) => number;
}) {
  const stacked = kind === "stacked";
  const wide = Math.max(1, Math.floor((room * 0.76) / (stacked ? 1 : row.values.length)));
  let below = 0;
  return row.values.map((value, s) => {
    const from = stacked ? below : 0;
    below += Math.max(0, value);
    const [head, foot] = [y(from + value), y(from)];
    if (foot <= head) return null;
    return (
      <rect
        // A series has no identifier other than its index.
        key={`s${String(s)}`}
        className={`mark s${s + 1}${row.unfinished ? " open" : ""}`}
        x={Math.round(x + room * 0.12 + (stacked ? 0 : s * wide))}
        y={head}
        width={wide}
        height={foot - head}
        fill={`url(#${id}-p${s + 1})`}
      />
    );
  });
}

/** Horizontal bars, one below another, with their names at the left and their values at their ends. */
function Bars({ rows, id, format = plain }: Drawn) {
  const most = Math.max(1, ...rows.map(({ values }) => values[0] ?? 0));
  const room = WIDTH - NAMES - 58;
  return rows.map(({ label, short, values, unfinished }, i) => {
    const value = values[0] ?? 0;
    const wide = Math.round((Math.max(0, value) / most) * room);
    const middle = i * BAR + 15;
    const name = short ?? label;
    return (
      <g key={label}>
        <text x={NAMES - 6} y={middle} textAnchor="end">
          {name.length > 20 ? `${name.slice(0, 19)}…` : name}
        </text>{" "}
        {wide > 0 ? (
          <rect
            className={`mark s1${unfinished ? " open" : ""}`}
            x={NAMES}
            y={i * BAR + 4}
            width={wide}
            height={BAR - 7}
            fill={`url(#${id}-p1)`}
          />
        ) : null}
        <text x={NAMES + wide + 5} y={middle}>
          {format(value)}
        </text>{" "}
      </g>
    );
  });
}
