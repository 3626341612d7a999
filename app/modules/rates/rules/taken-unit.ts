type Mix = { is_accepted?: boolean; wood_unit_type_id?: number };

/** Units of what a destination takes, each once. */
const listTakenUnits = (mixes: readonly Mix[]): number[] => [
  ...new Set(mixes.flatMap((m) => (m.is_accepted && m.wood_unit_type_id ? [m.wood_unit_type_id] : []))),
];

/**
 * Return the unit in which a destination takes all its wood; null if it takes several or none. Then somebody has to name
 * the unit of a haul rate: it is never guessed.
 */
export function findTakenUnit(mixes: readonly Mix[]): number | null {
  const [unit = null, ...others] = listTakenUnits(mixes);
  return others.length ? null : unit;
}

/** Message for a haul rate without a unit, to a destination that doesn't imply one. */
export const takenUnitMessage = (mixes: readonly Mix[]): string =>
  listTakenUnits(mixes).length
    ? "Choose a unit. This destination takes products in several."
    : "Choose a unit. This destination takes no product yet.";
