import { HANDWRITING_LINE, PrintedCheckboxes, TearOffSlip } from "~/ui/paper-parts";
import { Facts } from "~/ui/parts";
import { QrCode } from "~/ui/qr";
import type { getBookPaper } from "../data/paper.server";

type Paper = Awaited<ReturnType<typeof getBookPaper.run>>;

const blanks = (terms: string[]) => terms.map((term) => ({ term, value: HANDWRITING_LINE }));

/** Numbered blank sheet for a load: known facts of the job are printed, and the rest is filled in by pen. */
export function BlankSheet({
  job,
  sheet: s,
  paper,
}: {
  job: Paper["job"];
  sheet: Paper["sheets"][number];
  paper: string;
}) {
  const known = (term: string, value: string | null) => (value ? [{ term, value }] : []);
  return (
    <article className={`sheet paper-${paper}`}>
      <div className="top">
        <div>
          <strong>{job.company}</strong>
          <h1>Trip Ticket #{s.trip_ticket_number}</h1>
          <p>
            Load {s.load_number} of {job.name}
          </p>
          <p>Scan the code to make this ticket.</p>
        </div>
        <figure className="qr">
          <QrCode drawing={s.qr} label={`Code for sheet ${s.trip_ticket_number}`} />
          <figcaption className="small">{s.in_words}</figcaption>
        </figure>
      </div>
      <PrintedCheckboxes title="Product" choices={job.products} />
      <PrintedCheckboxes title="Destination" choices={job.destinations} />
      <section>
        <h2>Trip Ticket Details</h2>
        <div className="cols">
          <Facts facts={blanks(["Date and year", "Loaded", "Picked up", "Estimated"])} />
          <Facts facts={blanks(["Loader", "Hauler, driver", "Truck, plate", "Trailer plate"])} />
        </div>
      </section>
      <section>
        <h2>At the mill</h2>
        <div className="cols three">
          <Facts facts={blanks(["Scale ticket", "Scaled", "Time"])} />
          <Facts facts={blanks(["Gross", "Tare", "Net"])} />
          <Facts facts={blanks(["Deduction", "Reason"])} />
        </div>
      </section>
      <section>
        <h2>Job Details</h2>
        <div className="cols">
          <Facts
            facts={[
              { term: "Job", value: job.name },
              ...known("Contract", job.contract_number),
              ...known("Harvest notice", job.harvest_notification_number),
              ...known("Log brand", job.log_brand),
            ]}
          />
          <Facts
            facts={[
              { term: "County", value: job.county },
              ...known("Land", job.land),
              ...known("Land owner", job.land_owner),
            ]}
          />
        </div>
      </section>
      <div className="sign">
        <p>Loader</p>
        <p>Driver</p>
        <p>Receiver</p>
      </div>
      {paper === "80mm" ? null : (
        <TearOffSlip
          number={s.trip_ticket_number}
          load={s.load_number}
          job={job.name}
          facts={["Product", "Destination", "Date", "Net or volume"].map((term) => ({ term, value: null }))}
        />
      )}
    </article>
  );
}
