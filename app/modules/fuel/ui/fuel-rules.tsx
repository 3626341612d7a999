import { ButtonLink } from "~/ui/parts";

/** Diesel surcharges that the company pays, with a link to add one. */
export function FuelRules(props: { rules: { id: number; name: string; words: string }[]; mayAdd: boolean }) {
  return (
    <section className="card stack" aria-labelledby="surcharges">
      <h3 id="surcharges">Fuel surcharges</h3>
      {props.rules.length === 0 ? (
        <p className="soft">
          None yet. A surcharge pays haulers more when diesel costs more, by a rule you can both see.
        </p>
      ) : (
        <ul className="rows">
          {props.rules.map(({ id, name, words }) => (
            <li key={id}>
              <a href={`/settlements/fuel/surcharges/${id}`}>{name}</a>{" "}
              <span className="soft small">{words}</span>
            </li>
          ))}
        </ul>
      )}
      {props.mayAdd ? (
        <div className="row">
          <ButtonLink href="/settlements/fuel/surcharges/new">Add a surcharge</ButtonLink>
        </div>
      ) : null}
    </section>
  );
}
