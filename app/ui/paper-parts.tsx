/** A place to write by hand: a line with room above it for a glove and a blunt pencil, 10 mm. */
export const WRITE = <span className="write" />;

/** Boxes to tick by hand, with a line for anything else. */
export function TickBoxes({ title, choices }: { title: string; choices: readonly string[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className="ticks">
        {[...choices, "Other"].map((choice) => (
          <li key={choice}>
            <span className="tickbox" /> {choice} {choice === "Other" ? WRITE : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The foot of a Letter or A4 sheet, torn off and kept by the driver: the numbers, and what was weighed. */
export function TearOff({
  number,
  load,
  job,
  facts,
}: {
  number: number;
  load: number;
  job: string;
  /** What is known of the rest by name; what isn't gets a line. */
  facts: readonly { term: string; value: string | null }[];
}) {
  return (
    <footer className="tear">
      <p className="small">Tear off here. The driver keeps this part.</p>
      <p>
        <strong>Trip Ticket #{number}</strong> · Load {load} of {job}
      </p>
      <dl>
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value ?? WRITE}</dd>
          </div>
        ))}
      </dl>
    </footer>
  );
}
