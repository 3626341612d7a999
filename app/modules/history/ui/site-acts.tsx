type Act = { id: number; what: string; reason: string; time: string };

/** List of operators' actions on the company, shown above the actions of the company's own people. */
export function OperatorActions({ acts }: { acts: readonly Act[] }) {
  if (!acts.length) return null;
  return (
    <section className="card stack">
      <h3>By the people who run Timbertally</h3>
      <ul className="rows">
        {acts.map((act) => (
          <li key={act.id}>
            <span>
              {act.what}
              <br />
              <span className="soft small">
                {act.time}: {act.reason}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
