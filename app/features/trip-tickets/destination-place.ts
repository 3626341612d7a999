/** A ticket's destination as far as it is a place; rows of `selectTickets` have these. */
export type PlaceRow = {
  mill: { name: string } | null;
  company_location: {
    address: string | null;
    city: string | null;
    zip: string | null;
    latitude: number;
    longitude: number;
  } | null;
  place_state: string | null;
  company_destination: { notes: string | null; latitude: number; longitude: number } | null;
  pinned_mill_id: number | null;
};

/**
 * The destination's own address, position and notes, never the office of the company behind it: a mill has several
 * yards, and a pin is where its owner set it. The mill is the company that receives the load: the location's company,
 * or the one that the pin names; a pin that names none has none.
 */
export function placeOf(row: PlaceRow) {
  const { mill, company_location: at, place_state, company_destination: kept } = row;
  const point = at ?? kept;
  return {
    mill: at || row.pinned_mill_id !== null ? (mill?.name ?? null) : null,
    address: at ? addressLine({ ...at, state: place_state }) : null,
    position: point ? `${point.latitude}, ${point.longitude}` : null,
    notes: kept?.notes?.trim() || null,
  };
}

/** "4200 Industrial Drive, Grayling, MI 49738", as far as it's known. A state alone isn't an address. */
function addressLine(a: {
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}): string | null {
  if (!a.address?.trim() && !a.city?.trim() && !a.zip?.trim()) return null;
  const stateAndZip = [a.state, a.zip?.trim()].filter(Boolean).join(" ");
  return [a.address?.trim(), a.city?.trim(), stateAndZip].filter(Boolean).join(", ");
}
