/** Space for handwriting: a line with 10 mm above it for a glove and a blunt pencil. */
export const WRITE_LINE = <span className="write" />;

/** Boxes to check by hand, with a line for anything else. */
export function TickBoxes({ title, choices }: { title: string; choices: readonly string[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className="ticks">
        {[...choices, "Other"].map((choice) => (
          <li key={choice}>
            <span className="tickbox" /> {choice} {choice === "Other" ? WRITE_LINE : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Bottom of a Letter or A4 sheet, torn off and kept by the driver: the numbers and the weights. */
export function TearOff({
  number,
  load,
  job,
  facts,
}: {
  number: number;
  load: number;
  job: string;
  /** Other facts by name; an unknown one gets a line. */
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
            <dd>{value ?? WRITE_LINE}</dd>
          </div>
        ))}
      </dl>
    </footer>
  );
}
