import { convertVolume, formatThousandths, getUnitPlural, isUnit, UNIT } from "~/lib/units/measures";
import type { LoadTotals } from "../rules/aggregate";
import { MEASURES, type Measure } from "../rules/query";

const WORDS: Record<Measure, string> = {
  loads: "Loads",
  mbf: "MBF",
  ton: "Tons",
  cord: "Cords",
  about: "All as tons (about)",
};

/** Return the unit and title of a drawing's numbers, and functions to compute and format them. */
export function describeMeasure(measure: Measure) {
  const count = (n: number) => n.toLocaleString("en-US");
  if (measure === "loads")
    return { unit: "loads", title: "Loads", note: "", format: count, of: ({ loads }: LoadTotals) => loads };
  const unit = measure === "about" ? UNIT.ton : UNIT[measure];
  const all = measure === "about";
  return {
    unit: getUnitPlural(unit),
    title: all ? "About how many tons" : WORDS[measure],
    note: all ? " Drawn in tons: an MBF counts as 4.8 tons and a cord as 2.4, which is about right." : "",
    format: formatThousandths,
    of: ({ volumes }: LoadTotals) =>
      volumes.reduce((sum, unitSum) => {
        if (!isUnit(unitSum.unit) || (unitSum.unit !== unit && !all)) return sum;
        return sum + convertVolume(unitSum.volume, unitSum.unit, unit);
      }, 0),
  };
}

/** Field to choose the measure of loads in the drawing. */
export function MeasureField({ measure }: { measure: Measure }) {
  return (
    <>
      <label>
        Draw{" "}
        <select className="input" name="measure" defaultValue={measure} key={measure}>
          {MEASURES.map((item) => (
            <option key={item} value={item}>
              {WORDS[item]}
            </option>
          ))}
        </select>
      </label>{" "}
    </>
  );
}
