import { formatVolume, subtractDeduction, UNIT } from "~/lib/units/measures";

/** Facts about a delivered load that a buyer in the European Union needs. */
export type DeliveredLoad = {
  product: string;
  scientific_name: string | null;
  common_name: string | null;
  net_pounds: number | null;
  deduction_pounds: number | null;
  scaled_volume: number | null;
  scaled_wood_unit_type_id: number | null;
  loaded_at: string | null;
  delivered_at: string | null;
};

/** Delivered quantity of one product: names, mass, and dates of loading and delivery. */
export type DeliveredProduct = {
  product: string;
  scientific_name: string | null;
  common_name: string | null;
  loads: number;
  /** Net mass in kilograms of the loads that were weighed, or scaled by the ton. */
  kilograms: number;
  /** Volumes of loads without a weight, by unit: no law or table converts them to kilograms. */
  volumes: string[];
  /** Number of loads that were neither weighed nor scaled. */
  unmeasured: number;
  from: string | null;
  to: string | null;
};

const KILOGRAMS_A_POUND = 0.453_592_37;

/** Return the mass of a load in pounds; null if it has none. */
function poundsOf(load: DeliveredLoad): number | null {
  if (load.net_pounds !== null) return subtractDeduction(load.net_pounds, load.deduction_pounds);
  return load.scaled_volume !== null && load.scaled_wood_unit_type_id === UNIT.ton
    ? load.scaled_volume * 2
    : null;
}

/** Sum loads by product, sorted by product name; `dayOf` converts times to days. */
export function sumDeliveredProducts(
  loads: readonly DeliveredLoad[],
  dayOf: (at: string) => string,
): DeliveredProduct[] {
  const groups = new Map<string, DeliveredLoad[]>();
  for (const load of loads) groups.set(load.product, [...(groups.get(load.product) ?? []), load]);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([product, of]) => {
      const [first] = of;
      if (!first) return [];
      const volumes = new Map<number, number>();
      let pounds = 0;
      let unmeasured = 0;
      for (const load of of) {
        const mass = poundsOf(load);
        const unit = load.scaled_wood_unit_type_id;
        if (mass !== null) pounds += mass;
        else if (load.scaled_volume !== null && unit !== null)
          volumes.set(unit, (volumes.get(unit) ?? 0) + load.scaled_volume);
        else unmeasured++;
      }
      const days = (at: (load: DeliveredLoad) => string | null) =>
        of.flatMap((load) => at(load) ?? []).sort();
      const [from, to] = [days((l) => l.loaded_at ?? l.delivered_at)[0], days((l) => l.delivered_at).at(-1)];
      return [
        {
          product,
          scientific_name: first.scientific_name,
          common_name: first.common_name,
          loads: of.length,
          kilograms: Math.round(pounds * KILOGRAMS_A_POUND),
          volumes: [...volumes].map(([unit, volume]) => formatVolume(volume, unit)),
          unmeasured,
          from: from ? dayOf(from) : null,
          to: to ? dayOf(to) : null,
        },
      ];
    });
}

const HEADINGS = [
  "Product",
  "Scientific name",
  "Common name",
  "Loads",
  "Net mass (kg)",
  "Volume without a weight",
  "Loads without a measure",
  "First loaded",
  "Last delivered",
];

/** Convert products to lines of a CSV file, with the headings first. */
export const toProductCells = (products: readonly DeliveredProduct[]): (string | number | null)[][] => [
  HEADINGS,
  ...products.map((p) => [
    p.product,
    p.scientific_name,
    p.common_name,
    p.loads,
    p.kilograms,
    p.volumes.join(" + "),
    p.unmeasured,
    p.from,
    p.to,
  ]),
];
