/** Line for handwriting on paper, with 10 mm of space above it for a glove and a blunt pencil. */
export const HANDWRITING_LINE = <span className="write" />;

/** Printed checkboxes, with a line for any other choice. */
export function PrintedCheckboxes({ title, choices }: { title: string; choices: readonly string[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className="ticks">
        {[...choices, "Other"].map((choice) => (
          <li key={choice}>
            <span className="tickbox" /> {choice} {choice === "Other" ? HANDWRITING_LINE : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Slip with the numbers and weights at the bottom of a Letter or A4 sheet, which the driver tears off and keeps. */
export function TearOffSlip({
  number,
  load,
  job,
  facts,
}: {
  number: number;
  load: number;
  job: string;
  /** Other facts by name; an unknown value becomes a line to write on. */
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
            <dd>{value ?? HANDWRITING_LINE}</dd>
          </div>
        ))}
      </dl>
    </footer>
  );
}
