import "~/styles/owner.css";
import { formatCount } from "~/lib/text/text";
import { Facts } from "~/ui/parts";
import type { OwnerLoad } from "../data/loads.server";
import type { OwnerReport } from "../data/report.server";
import { OwnerDeliveryTable } from "./owner-sums";

const joined = (parts: readonly (string | null)[]) => parts.filter(Boolean).join(", ") || null;

const weights = (load: OwnerLoad) =>
  load.net
    ? [load.gross && `Gross ${load.gross}`, load.tare && `Tare ${load.tare}`, `Net ${load.net}`]
        .filter(Boolean)
        .join(" · ")
    : null;

/** One load of a report as two table rows, so that everything that states require fits on paper. */
function Load({ load }: { load: OwnerLoad }) {
  const { volume, is_estimate } = load;
  return (
    <tbody className="owner-load">
      <tr>
        <th scope="row">
          {load.load_number} <span className="note">Ticket #{load.number}</span>
        </th>
        <td>
          {load.received ?? "—"} {load.loaded ? <span className="note">Loaded {load.loaded}</span> : null}
        </td>
        <td>
          {load.facility} {load.address ? <span className="note">{load.address}</span> : null}
        </td>
        <td>
          {load.product} {load.species ? <span className="note">{load.species}</span> : null}
        </td>
        <td>
          {volume ?? "—"} {is_estimate ? <span className="note">Estimate, not scaled yet</span> : null}{" "}
          {weights(load) ? <span className="note">{weights(load)}</span> : null}{" "}
          <span className="note">
            Deducted: {load.deduction ?? (load.net || !is_estimate ? "none" : "—")}
          </span>
        </td>
        <td>
          {load.scale_ticket ?? "—"}{" "}
          {load.scaled_at ? <span className="note">Scaled {load.scaled_at}</span> : null}
        </td>
        <td>
          {load.logger ?? "—"} {load.hauler ? <span className="note">Hauled by {load.hauler}</span> : null}{" "}
          {load.loader_machine ? <span className="note">Loader {load.loader_machine}</span> : null}
        </td>
      </tr>
    </tbody>
  );
}

const HEADS = ["Load", "Received", "Facility", "Product", "Amount", "Scale ticket", "Logger"];

/** Report to a land owner: every fact of a load that states require, without prices. */
export function OwnerReportSheet({ report, owner }: { report: OwnerReport; owner?: string }) {
  const { job, sums, loads } = report;
  return (
    <article className="owner-report stack">
      <header>
        <h1>Report of loads to the land owner</h1>
        <p>
          <strong>{job.name}</strong>, {job.county} County, {job.state}
        </p>
      </header>
      <Facts
        facts={[
          { term: "Delivered", value: report.days.words },
          { term: "Land owner", value: owner ?? joined(job.owners) },
          { term: "Sold or managed by", value: joined(job.managers) ?? job.requester },
          { term: "Land", value: job.land },
          { term: "Contract", value: job.contract_number },
          { term: "Harvest notification", value: job.harvest_notification_number },
          { term: "Log brand", value: job.log_brand },
          { term: "In all", value: joined([formatCount(sums.loads, "load"), ...sums.volumes]) },
        ]}
      />
      <OwnerDeliveryTable sums={sums} />
      {loads.length ? (
        <section className="stack" aria-labelledby="each">
          <h2 id="each">Every load{report.parts > 1 ? `, part ${report.part} of ${report.parts}` : ""}</h2>
          <div className="tablewrap">
            <table className="owner-table">
              <caption className="sr">Delivered loads by their number</caption>
              <thead>
                <tr>
                  {HEADS.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              {loads.map((load) => (
                <Load key={`${load.load_number} ${load.number}`} load={load} />
              ))}
            </table>
          </div>
        </section>
      ) : (
        <p>No loads were delivered on these days.</p>
      )}
      <footer className="small">
        <p>
          Made {report.made} with Timbertally, for {job.requester}. Prices are not part of this report.
          {job.sources.length ? ` What a load ticket says in ${job.state}: ${job.sources.join("; ")}.` : ""}{" "}
          Not legal advice.
        </p>
      </footer>
    </article>
  );
}
