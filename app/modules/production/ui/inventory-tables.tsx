import type { z } from "zod";
import { formatVolume } from "~/lib/units/measures";
import { EmptyState } from "~/ui/parts";
import type { inventoryOutput } from "../rules/output";

type Shown = z.output<typeof inventoryOutput>;
const count = (n: number) => n.toLocaleString("en-US");

/** Tables of wood left to haul: wood on landings, and waiting loads. */
export function InventoryTables({ landings, waiting, meta: { left_out } }: Shown) {
  if (!landings?.length && !waiting?.length)
    return (
      <EmptyState title="Nothing is left to haul" next={{ href: "/jobs", label: "See your jobs" }}>
        <p>
          Wood is counted on a job's landings when it's cut. A load waits from when it's made until someone
          claims it.
        </p>
      </EmptyState>
    );
  return (
    <>
      {landings?.length ? <Landings rows={landings} /> : null}
      {waiting?.length ? <Waiting rows={waiting} /> : null}
      {left_out ? <p className="soft">{count(left_out)} more rows aren't shown.</p> : null}
    </>
  );
}

function Landings({ rows }: { rows: NonNullable<Shown["landings"]> }) {
  return (
    <section className="stack">
      <h2>On landings</h2>
      <div className="tablewrap">
        <table className="cards">
          <caption className="sr">What's on each landing</caption>
          <thead>
            <tr>
              <th scope="col">Landing</th>
              <th scope="col">Job</th>
              <th scope="col">Product</th>
              <th scope="col" className="num">
                Left
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.landing_id} ${row.product}`}>
                <th scope="row" className="wide">
                  {row.landing}
                </th>
                <td data-label="Job">{row.job}</td>
                <td data-label="Product">{row.product}</td>
                <td className="num" data-label="Left">
                  <a href={row.href} className={row.negative ? "tag amber" : undefined}>
                    {row.left}
                    <span className="sr">
                      {" "}
                      of {row.product} on {row.landing}, {row.job}
                    </span>
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.some(({ negative }) => negative) ? (
        <p className="soft">
          Below zero means more was hauled than was counted. Add what was cut on the landing's page.
        </p>
      ) : null}
    </section>
  );
}

function Waiting({ rows }: { rows: NonNullable<Shown["waiting"]> }) {
  return (
    <section className="stack">
      <h2>Waiting to be hauled</h2>
      <div className="tablewrap">
        <table className="cards">
          <caption className="sr">Waiting loads by destination</caption>
          <thead>
            <tr>
              <th scope="col">Destination</th>
              <th scope="col">Job</th>
              <th scope="col" className="num">
                Loads
              </th>
              <th scope="col" className="num">
                Estimated
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.job_destination_id}>
                <th scope="row" className="wide">
                  {row.destination}
                </th>
                <td data-label="Job">{row.job}</td>
                <td className="num" data-label="Loads">
                  <a href={row.href}>{count(row.loads)}</a>
                </td>
                <td className="num" data-label="Estimated">
                  {row.volumes.map((v) => formatVolume(v.volume, v.unit)).join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
