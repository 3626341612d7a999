import { Facts, Notice, PageHead } from "~/ui/parts";
import type { verifySheet } from "../data/verify-sheet.server";
import { ForgedCodeNotice, TicketVerification, WithdrawnTicketNotice } from "./verification";

/** Content of the public page for a sheet from a book. */
export function VerifiedSheet({
  sheet,
  sig,
}: {
  sheet: Awaited<ReturnType<typeof verifySheet.run>>;
  sig: string;
}) {
  if (sheet.state === "forged") return <ForgedCodeNotice />;
  if (sheet.state === "claimed")
    return sheet.ticket.withdrawn ? (
      <WithdrawnTicketNotice number={sheet.ticket.number} />
    ) : (
      <TicketVerification ticket={sheet.ticket} code={[{ name: "sig", value: sig }]} byHand />
    );
  return (
    <>
      <PageHead
        title={sheet.state === "voided" ? "This sheet was voided" : "Genuine: a sheet without a load yet"}
        lede={`Blank sheet #${sheet.number}`}
      />
      <div className="stack loose">
        {sheet.state === "voided" ? (
          <Notice tone="danger" title="Don't accept a load on this paper">
            <p>Timbertally printed this sheet, and its number was taken out of use.</p>
          </Notice>
        ) : (
          <Notice title="This sheet is real">
            <p>
              No one has entered its load yet. What is written on it by hand isn't in Timbertally, and can't
              be checked until it is.
            </p>
          </Notice>
        )}
        <section className="card" aria-labelledby="compare">
          <h2 id="compare">Compare with the paper</h2>
          <Facts
            facts={[
              { term: "Number", value: `#${sheet.number}` },
              { term: "Load", value: `${sheet.load_number} of ${sheet.job}` },
              { term: "County", value: sheet.county },
            ]}
          />
        </section>
        {sheet.state === "waiting" ? (
          <p className="small soft">
            Do you haul this load? <a href="/login">Sign in</a> and scan the sheet to enter it.
          </p>
        ) : null}
      </div>
    </>
  );
}
