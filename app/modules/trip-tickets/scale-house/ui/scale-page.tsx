import { ErrorSummary } from "~/ui/field";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { ScaleHouse } from "../data/page.server";
import type { TypedScaleForm } from "../rules/typed";
import { RejectForm, ScaleForm } from "./scale-card";
import { JustReceived, LatestLoads, ReceivedTotals, ScaleQueue } from "./scale-lists";

/** Single page for a shift: the load on the scale, the incoming loads, the latest loads, the day's totals. */
export function ScalePage(props: {
  page: ScaleHouse;
  load: string;
  received: number | null;
  rejected: number | null;
  undone: boolean;
  typed: TypedScaleForm;
  submissionId: string;
}) {
  const { page, load, received, typed, submissionId } = props;
  const { "": whole = [], ...fields } = typed.errors;
  const just = page.latest.find((row) => row.id === received);
  return (
    <>
      <PageHead
        title="Scale house"
        actions={
          page.makes_loads ? (
            <ButtonLink href={paths.newTicket()}>Load without a ticket</ButtonLink>
          ) : undefined
        }
      />
      <div className="scale-house">
        <div className="on-it">
          <section className="card" aria-label="On the scale">
            <ErrorSummary
              formErrors={whole}
              fields={Object.entries(fields).map(([name, errors]) => ({ id: `scale-${name}`, errors }))}
            />
            {just ? <JustReceived load={just} /> : null}
            {props.rejected ? (
              <Notice title={`${props.rejected} rejected. It stays with its driver.`} />
            ) : null}
            {props.undone ? <Notice title="Undone. The load is as it was." /> : null}
            <ScaleForm page={page} looked={load} typed={typed} submissionId={submissionId} />
            <div data-swap="reject">
              <RejectForm card={page.card} looked={load} typed={typed} submissionId={submissionId} />
            </div>
            {page.makes_loads ? null : (
              <details>
                <summary>No ticket?</summary>
                <p>
                  The driver can make one on a phone: Trip Tickets, New trip ticket. Its number works here
                  right away.
                </p>
              </details>
            )}
          </section>
        </div>
        <div className="stack">
          <LatestLoads loads={page.latest} received={received} submissionId={submissionId} />
          <ReceivedTotals totals={page.totals} />
        </div>
        <ScaleQueue page={page} />
      </div>
    </>
  );
}
