import "~/styles/first-rows.css";

/** First lines of an uploaded file, shown while the user assigns its columns. */
export function FirstRows(props: {
  title: string;
  headings: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <section className="stack">
      <h2>{props.title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard must reach it */}
      <section className="first-rows card" tabIndex={0} aria-label={props.title}>
        <table>
          <thead>
            <tr>
              {props.headings.map((heading, i) => (
                <th key={i} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.rows.map((row, line) => (
              <tr key={line}>
                {props.headings.map((_, i) => (
                  <td key={i}>{row[i] ?? ""}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
