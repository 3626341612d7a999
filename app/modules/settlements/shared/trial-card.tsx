import { ActionForm } from "~/ui/action-form";
import { ButtonLink } from "~/ui/parts";

/** Explanation of settlements, shown to a user without a company. */
export function SettlementsIntro() {
  return (
    <div className="card stack narrow">
      <h2>Everyone is paid once, exactly, and can see why</h2>
      <p>
        Statements for every cutter and hauler, worked out from the tickets and the rates of their jobs. The
        payee sees each load, its volume, its rate, and its amount.
      </p>
      <div className="row">
        <ButtonLink href="/company">Go to your company</ButtonLink>
      </div>
    </div>
  );
}

/** Explanation of settlements, with the trial offer if the user may start it, or else a link to a subscription. */
export function TrialCard({ mayStart, submissionId }: { mayStart: boolean; submissionId: string }) {
  const head = (
    <>
      <h2>Pay from your rates</h2>
      <p>Statements for every cutter and hauler, worked out from the tickets.</p>
    </>
  );
  if (mayStart)
    return (
      <ActionForm
        action="/settlements/trial"
        submissionId={submissionId}
        className="card stack narrow"
        head={head}
        button="Start 30-day trial"
      >
        <input type="hidden" name="starts" value="on" />
      </ActionForm>
    );
  return (
    <div className="card stack narrow">
      {head}
      <div className="row">
        <ButtonLink href="/contact-sales" dialog="main">
          Contact Sales
        </ButtonLink>
      </div>
    </div>
  );
}

/**
 * Offer of the trial on the page after a company's first rate: start it, or not now. Each button is a post, so the
 * offer appears only once. It is a card above the page; a script shows it as a dialog
 * (app/client/announcement-dialog.ts), and opening the dialog also counts as a response.
 */
export function TrialOffer() {
  return (
    <dialog open className="card narrow" data-offer="" aria-labelledby="trial-offer">
      <div className="stack">
        <h2 id="trial-offer">Pay from these rates</h2>
        <p>Pay from these rates: statements for every cutter and hauler, worked out from the tickets.</p>
        <div className="row">
          <ActionForm action="/settlements/trial" className="inline" button="Start 30-day trial">
            <input type="hidden" name="starts" value="on" />
          </ActionForm>{" "}
          <ActionForm action="/settlements/trial-offer" className="inline later" button="Not now" plain />
        </div>
      </div>
    </dialog>
  );
}
