type Act = { id: number; what: string; reason: string; time: string };

/** Operators' actions on the company, above those of its own people. */
export function SiteActs({ acts }: { acts: readonly Act[] }) {
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
