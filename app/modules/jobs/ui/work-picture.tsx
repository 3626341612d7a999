import "~/styles/work.css";
import type { ReactNode } from "react";
import { formatCount } from "~/lib/text/text";
import { formatVolume } from "~/lib/units/measures";
import { Time } from "~/ui/parts";
import { ProductIcon } from "~/ui/wood";
import { paths } from "~/web/paths";
import {
  type LoadCountLink,
  type ProductWorkRow,
  STAGE_NAMES,
  WORK_STAGES,
  type WorkBar,
  type WorkStage,
} from "../rules/work";

type Totals = { stages: Record<WorkStage, LoadCountLink & { volumes: string }>; unscaled: LoadCountLink };
export type WorkCardLoads = {
  rows: ProductWorkRow[];
  totals: Totals;
  last: { id: number; number: number; at: string; text: string } | null;
};

/**
 * Card with the state of a job's loads: counts linked to their lists, a chart by product, and a table of the chart's
 * numbers.
 */
export function LoadsAndVolumeCard({ loads, edit }: { loads: WorkCardLoads; edit: string | null }) {
  const { totals, last, rows } = loads;
  const bars = rows.flatMap((row) => row.bars.map((bar) => ({ ...bar, key: row.key, name: row.name })));
  const contracted = bars.some((bar) => bar.contract);
  return (
    <section className="card full work" aria-labelledby="work-loads">
      <header>
        <h2 id="work-loads">Loads and volume</h2>
        {edit ? <a href={edit}>Contract volumes</a> : null}
      </header>
      <ul className="numbers">
        {STAGE_NAMES.map((stage) => (
          <Count key={stage} label={WORK_STAGES[stage].label} of={totals.stages[stage]}>
            {totals.stages[stage].volumes}
          </Count>
        ))}
        <Count label="Delivered, unscaled" of={totals.unscaled} />
        <li>
          <span className="soft small">Last load</span>{" "}
          {last ? (
            <>
              <a className="num" href={paths.ticket(last.id)}>
                {`#${last.number}`}
              </a>{" "}
              <span className="small">
                <Time at={last.at} text={last.text} />
              </span>
            </>
          ) : (
            <span>None yet</span>
          )}
        </li>
      </ul>
      {bars.length ? (
        <figure className="stack">
          <ul className="bars">
            {bars.map((bar) => (
              <li key={`${bar.name} ${bar.unit}`}>
                <span className="row between">
                  <span>
                    <ProductIcon of={bar.key} />
                    <strong>{bar.name}</strong>
                  </span>{" "}
                  <span className="soft small">{ofContract(bar)}</span>
                </span>
                <BarPicture bar={bar} />
              </li>
            ))}
          </ul>
          <figcaption className="legend small">
            {STAGE_NAMES.map((stage) => (
              <span key={stage}>
                <svg className={`key ${stage}`} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
                  <Part stage={stage} x={0} width={16} height={16} />
                </svg>{" "}
                {WORK_STAGES[stage].label}{" "}
              </span>
            ))}
            {contracted ? <span className="soft">The line is the contract.</span> : null}
          </figcaption>
        </figure>
      ) : null}
      {rows.length ? <WorkTable rows={rows} totals={totals} /> : null}
    </section>
  );
}

const ofContract = ({ parts, contract, unit }: WorkBar): string =>
  contract
    ? `${formatVolume(parts.done, unit)} of ${formatVolume(contract, unit)}, ${Math.floor((parts.done / contract) * 100)}%`
    : `${formatVolume(parts.done, unit)} delivered`;

function Count({ label, of, children }: { label: string; of: LoadCountLink; children?: ReactNode }) {
  return (
    <li>
      <span className="soft small">{label}</span>{" "}
      <a className="num" href={of.href}>
        {formatCount(of.loads, "load")}
      </a>{" "}
      {children ? <span className="small">{children}</span> : null}
    </li>
  );
}

/** Draw one segment of a bar. Segments differ by pattern (solid, striped, empty), not by color alone. */
function Part({ stage, x, width, height }: { stage: WorkStage; x: number; width: number; height: number }) {
  const stripes =
    stage === "under_way" ? Array.from({ length: Math.ceil(width / 8) }, (_, i) => x + i * 8) : [];
  return (
    <>
      <rect className={stage} x={x} y={1} width={Math.max(0, width)} height={height - 2} />
      {stripes.map((index) => (
        <line key={index} className="stripe" x1={index + 2} x2={index + 2} y1={1} y2={height - 1} />
      ))}
    </>
  );
}

const WIDE = 1000;

function BarPicture({ bar }: { bar: WorkBar }) {
  const wide = (volume: number) => (bar.whole ? (volume / bar.whole) * WIDE : 0);
  let x = 0;
  const placed = STAGE_NAMES.map((stage) => {
    const part = { stage, x, width: wide(bar.parts[stage]) };
    x += part.width;
    return part;
  });
  const line = bar.contract ? Math.min(WIDE - 2, wide(bar.contract)) : null;
  return (
    <svg
      className="bar"
      viewBox={`0 0 ${WIDE} 24`}
      preserveAspectRatio="none"
      role="img"
      aria-label={bar.words}
    >
      <rect className="ground" x={0} y={1} width={WIDE} height={22} />
      {placed.map((part) => (
        <Part key={part.stage} {...part} height={24} />
      ))}
      {line === null ? null : <line className="contract" x1={line} x2={line} y1={0} y2={24} />}
    </svg>
  );
}

function WorkTable({ rows, totals }: { rows: ProductWorkRow[]; totals: Totals }) {
  const contracted = rows.some((row) => row.bars.some((bar) => bar.contract));
  return (
    <div className="scroll">
      <table className="plain">
        <caption className="sr">Loads and volume by product</caption>
        <thead>
          <tr>
            <th scope="col">Product</th>
            {contracted ? <th scope="col">Contract</th> : null}
            {STAGE_NAMES.map((stage) => (
              <th key={stage} scope="col">
                {WORK_STAGES[stage].label}
              </th>
            ))}
            <th scope="col">Unscaled</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {contracted ? <td className="num">{contractText(row)}</td> : null}
              {STAGE_NAMES.map((stage) => (
                <td key={stage} className="num">
                  <Loads of={row.stages[stage]} />{" "}
                  <span className="soft small block">{row.stages[stage].volumes}</span>
                </td>
              ))}
              <td className="num">
                <Loads of={row.unscaled} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All products</th>
            {contracted ? <td /> : null}
            {STAGE_NAMES.map((stage) => (
              <td key={stage} className="num">
                <Loads of={totals.stages[stage]} />{" "}
                <span className="soft small block">{totals.stages[stage].volumes}</span>
              </td>
            ))}
            <td className="num">
              <Loads of={totals.unscaled} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const contractText = (row: ProductWorkRow): string =>
  row.bars.flatMap(({ contract, unit }) => (contract ? [formatVolume(contract, unit)] : [])).join(", ") ||
  "—";

/** Number of loads, linked to the list of them; plain text if no list can show exactly these loads. */
function Loads({ of }: { of: LoadCountLink }) {
  const words = formatCount(of.loads, "load");
  return of.href && of.loads ? <a href={of.href}>{words}</a> : words;
}

/** Card with the wood left on landings by product, linked to the landing page. */
export function LandingStockCard({
  job,
  landings,
}: {
  job: number;
  landings: { name: string; left: string; negative: boolean }[];
}) {
  return (
    <section className="card" aria-labelledby="work-landing">
      <header>
        <h2 id="work-landing">Landing left</h2>
        <a href={paths.job(job, "landing")}>Landing</a>
      </header>
      {landings.length ? (
        <dl className="facts">
          {landings.map(({ name, left, negative }) => (
            <div key={`${name} ${left}`} className="pair">
              <dt>{name}</dt>
              <dd>
                <a className={negative ? "amber" : undefined} href={paths.job(job, "landing")}>
                  {left}
                </a>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="soft">There's no wood on this job's landings.</p>
      )}
    </section>
  );
}
