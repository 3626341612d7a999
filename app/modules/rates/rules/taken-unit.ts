type Mix = { is_accepted?: boolean; wood_unit_type_id?: number };

/** List the units of the products that a destination accepts, each once. */
const listTakenUnits = (mixes: readonly Mix[]): number[] => [
  ...new Set(mixes.flatMap((m) => (m.is_accepted && m.wood_unit_type_id ? [m.wood_unit_type_id] : []))),
];

/**
 * Return the unit in which a destination accepts all its wood; null if there are several or none. The user must then
 * choose the haul rate's unit, which is never guessed.
 */
export function findAcceptedUnit(mixes: readonly Mix[]): number | null {
  const [unit = null, ...others] = listTakenUnits(mixes);
  return others.length ? null : unit;
}

/** Message that asks for the unit of a haul rate if its destination accepts wood in several units or none. */
export const getMissingUnitMessage = (mixes: readonly Mix[]): string =>
  listTakenUnits(mixes).length
    ? "Choose a unit. This destination takes products in several."
    : "Choose a unit. This destination takes no product yet.";
