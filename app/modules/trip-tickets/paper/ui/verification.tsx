import "~/styles/verification.css";
import { formatCount } from "~/lib/text/text";
import { TextField } from "~/ui/field";
import { Facts, Notice, PageHead, Time } from "~/ui/parts";
import { getStatusLabel } from "../../rules/trip-ticket";
import type { VerifiedTicket } from "../data/verify.server";

type Ticket = Extract<VerifiedTicket, { withdrawn: false }>;

/** Notice for a code that we didn't create, or that was altered. It doesn't reveal whether the ticket exists. */
export function ForgedCodeNotice() {
  return (
    <>
      <PageHead title="This code is not genuine" />
      <Notice tone="danger" title="Timbertally didn't make this code">
        <p>It was changed, copied in part, or made by someone else. Don't accept a load on this paper.</p>
      </Notice>
      <p className="soft">
        A dirty or torn code can be misread. Scan it again. If the answer stays the same, ask for the number
        at the company named on the paper.
      </p>
    </>
  );
}

/** Notice for a genuine sheet whose ticket was deleted. */
export function WithdrawnTicketNotice({ number }: { number: number }) {
  return (
    <>
      <PageHead title={`Ticket #${number} was withdrawn`} />
      <Notice tone="danger" title="Don't accept a load on this paper">
        <p>Timbertally printed this sheet, but its ticket was deleted later.</p>
      </Notice>
    </>
  );
}

const TITLES = {
  "on the way": "Genuine: this load is on its way",
  "not picked up": "Genuine: this load isn't picked up yet",
  delivered: "This load was already delivered",
  cancelled: "This ticket was cancelled",
} as const;

/** Values that a genuine ticket's paper should show, and the current state of its load. */
export function TicketVerification({
  ticket: t,
  code,
  byHand,
}: {
  ticket: Ticket;
  code: { name: string; value: string }[];
  /** A sheet from a book, filled in by hand. */
  byHand?: boolean;
}) {
  return (
    <>
      <PageHead
        title={t.is_sample ? "This is a practice ticket" : TITLES[t.state]}
        lede={`Trip Ticket #${t.number} · ${getStatusLabel(t.status)}`}
      />
      <div className="stack loose verified">
        <Standing ticket={t} />
        <Changes ticket={t} />
        <section className="card" aria-labelledby="compare">
          <h2 id="compare">Compare with the paper</h2>
          <Facts
            facts={[
              { term: "Load", value: `${t.load_number} of ${t.job}` },
              ...t.facts.map((fact) => ({
                term: fact.term,
                value:
                  "printed" in fact && fact.printed !== undefined ? (
                    <>
                      {fact.printed ?? "Not on the paper"}{" "}
                      <span className="changed">now {fact.now ?? "removed"}</span>
                    </>
                  ) : (
                    fact.now
                  ),
              })),
              { term: "Last changed", value: t.modified ? <Time {...t.modified} /> : null },
            ]}
          />
          <p className="soft small">
            {byHand
              ? "This sheet was filled in by hand. These facts are what was entered in Timbertally for it."
              : t.told
                ? "Number, product, scaled volume, net and times are signed in the code. If the paper says anything else, someone altered the paper."
                : "This is an older sheet: its code vouches for its number alone. These facts are what Timbertally has now."}
          </p>
        </section>
        {byHand ? null : <HistoryCheck ticket={t} code={code} />}
        <p className="small soft">Prices, people and companies aren't shown here.</p>
      </div>
    </>
  );
}

function Standing({ ticket: t }: { ticket: Ticket }) {
  if (!t.intact)
    return (
      <Notice tone="danger" title="This ticket's history was tampered with">
        <p>Don't rely on what it says. Ask the land manager.</p>
      </Notice>
    );
  if (t.is_sample)
    return (
      <Notice tone="danger" title="No real load">
        <p>Someone made this ticket to try Timbertally. Don't accept a load on this paper.</p>
      </Notice>
    );
  if (t.state === "cancelled")
    return (
      <Notice tone="danger" title="Don't accept a load on this paper">
        <p>The sheet is genuine, but its load was called off.</p>
      </Notice>
    );
  if (t.state === "delivered")
    return (
      <Notice tone="warn" title={t.since ? `Delivered ${t.since}` : "Delivered"}>
        <p>The sheet is genuine. A loaded truck that shows it now is using it a second time.</p>
      </Notice>
    );
  return (
    <Notice title="This ticket is real">
      <p>Its history is complete and unchanged.</p>
    </Notice>
  );
}

/** List of changes since the sheet was printed: the sheet is genuine, but no longer current. */
function Changes({ ticket: t }: { ticket: Ticket }) {
  const changed = t.facts.filter((fact) => "printed" in fact && fact.printed !== undefined);
  if (changed.length === 0) return null;
  return (
    <Notice tone="warn" title="Changed since this sheet was printed">
      <p>
        {changed.map(({ term }) => term).join(", ")}. The paper should show the values from when it was
        printed.
      </p>
    </Notice>
  );
}

const KNOWN = (changes: number) =>
  changes === 0
    ? "It is this ticket's history, and nothing has changed since."
    : `It is this ticket's history, with ${formatCount(changes, "change")} since.`;

/** Form to check the short history code at the bottom of the sheet against the ticket's history. */
function HistoryCheck({ ticket: t, code }: { ticket: Ticket; code: { name: string; value: string }[] }) {
  const { printed, changes } = t.history;
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">History on the paper</h2>
      {printed ? (
        <p>
          The sheet was printed with History <strong className="mono">{printed}</strong>.{" "}
          {changes === null ? "This ticket's history has no such entry." : KNOWN(changes)}
        </p>
      ) : (
        <p>The foot of the sheet says "History" and twelve letters. Type them to check them.</p>
      )}
      {t.typed ? (
        t.typed.changes === null ? (
          <Notice tone="danger" title={`${t.typed.text || "That"} isn't in this ticket's history`}>
            <p>Check for a misread letter: they are 0 to 9 and a to f.</p>
          </Notice>
        ) : (
          <Notice title={`${t.typed.text} holds`}>
            <p>{KNOWN(t.typed.changes)}</p>
          </Notice>
        )
      ) : null}
      <form method="get" className="row check">
        {code.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          field={{ id: "typed", name: "history", defaultValue: t.typed?.text }}
          label={printed ? "Or type what the paper says" : "History on the paper"}
          short
          attributes={{ maxLength: 40, autoComplete: "off", autoCapitalize: "none", spellCheck: false }}
        />
        <button type="submit" className="button">
          Check
        </button>
      </form>
    </section>
  );
}
