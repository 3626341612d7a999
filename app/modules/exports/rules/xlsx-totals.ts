import type { ExportRow } from "./columns";
import type { XlsxCell } from "./xlsx-parts";

type Sum = { product: string; unit: string; loads: number; thousandths: number; unscaled: number };

/** Convert a volume to thousandths, so that sums have no rounding errors. */
const exact = (volume: string | number | null) => Math.round(Number(volume ?? 0) * 1000);

/**
 * Sum an export by unit and by product. A load counts with its scaled volume, or else its estimated volume, in the unit
 * it was entered in. Volumes in different units are never added together.
 */
export function createSheetTotals(zone: string) {
  const sums = new Map<string, Sum>();
  let loads = 0;
  let pounds = 0;
  const add = (row: ExportRow) => {
    loads++;
    pounds += Number(row.net_pounds ?? 0);
    const unit = String(row.volume_unit ?? "No volume");
    const product = String(row.product ?? "");
    const key = `${unit} ${product}`;
    const sum = sums.get(key) ?? { product, unit, loads: 0, thousandths: 0, unscaled: 0 };
    sums.set(key, sum);
    sum.loads++;
    sum.thousandths += exact(row.volume);
    if (row.volume_basis !== "scaled") sum.unscaled++;
  };
  const head = (...words: string[]): XlsxCell[] => words.map((value) => ({ value, style: "head" }));
  const line = (...values: (string | number)[]): XlsxCell[] =>
    values.map((value) => ({ value, style: "text" }));
  const told = (name: string, part: readonly Sum[]): XlsxCell[] => {
    const of = (key: "loads" | "thousandths" | "unscaled") => part.reduce((sum, s) => sum + s[key], 0);
    return line(name, of("loads"), of("thousandths") / 1000, part[0]?.unit ?? "", of("unscaled"));
  };
  function* rows(): Generator<XlsxCell[]> {
    const all = [...sums.values()].sort(
      (a, b) => a.unit.localeCompare(b.unit, "en") || a.product.localeCompare(b.product, "en"),
    );
    const units = [...new Set(all.map((s) => s.unit))];
    yield head("By unit", "Loads", "Volume", "Unit", "Not scaled");
    for (const unit of units)
      yield told(
        unit,
        all.filter((s) => s.unit === unit),
      );
    yield [];
    yield head("By product", "Loads", "Volume", "Unit", "Not scaled");
    for (const sum of all) yield told(sum.product, [sum]);
    yield [];
    yield line("Loads", loads);
    yield line("Net (lb)", pounds);
    yield line("Volumes are scaled where a load was scaled, else estimated.");
    yield line(`Dates and times are in ${zone}, unless a cell names another zone.`);
  }
  return { add, rows, widths: [36, 9, 14, 12, 12] };
}
