import { formatMoney } from "~/lib/money/money";
import { getUnitPlural } from "~/lib/units/measures";
import { formatFuelPrice } from "../rules/price";
import { computeSurcharge, parseFuelRule, type StoredFuelRule } from "../rules/surcharge";

/** Typical load: a haul amount, a number of miles or a volume, by surcharge method. */
const USUAL = { percent: 250_000, mile: 40_000, unit: 27_000 } as const;
const ABOVE = [0, 250, 500, 1000, 1500];

/** Surcharge for a typical load at a few diesel prices. */
export function RuleExamples({ rule }: { rule: StoredFuelRule }) {
  const terms = parseFuelRule(rule);
  const load =
    terms.method === "percent"
      ? "a haul of $250.00"
      : terms.method === "mile"
        ? "40 miles"
        : `27 ${getUnitPlural(terms.wood_unit_type_id)}`;
  return (
    <section className="stack" aria-labelledby="pays">
      <h3 id="pays">What it pays for {load}</h3>
      <div className="tablewrap">
        <table aria-labelledby="pays">
          <thead>
            <tr>
              <th scope="col">Diesel at</th>
              <th scope="col" className="num">
                Surcharge
              </th>
            </tr>
          </thead>
          <tbody>
            {ABOVE.map((over) => (
              <tr key={over}>
                <th scope="row">{formatFuelPrice(rule.base_mills + over)}</th>
                <td className="num">
                  {formatMoney(computeSurcharge(terms, rule.base_mills + over, USUAL[terms.method]).cents)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
