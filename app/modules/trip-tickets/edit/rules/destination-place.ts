/** Columns of a ticket's destination as a place; rows of `selectTickets` have these. */
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
 * Return the destination's own address, position and notes, never the office of the company behind it: a mill has
 * several yards, and a pin is where its owner set it.
 */
export const toPlace = (row: PlaceRow) => ({
  mill: getPlaceMill(row),
  address: formatPlaceAddress(row),
  position: formatPlacePosition(row),
  notes: getPlaceNotes(row),
});

/**
 * Return the company that receives the load: the location's company, or the one that the pin names; null if the pin
 * names none.
 */
export const getPlaceMill = ({ mill, company_location, pinned_mill_id }: PlaceRow) =>
  company_location || pinned_mill_id !== null ? (mill?.name ?? null) : null;

export const formatPlaceAddress = ({ company_location: at, place_state }: PlaceRow) =>
  at && addressLine({ ...at, state: place_state });

export function formatPlacePosition({ company_location, company_destination }: PlaceRow): string | null {
  const point = company_location ?? company_destination;
  return point && `${point.latitude}, ${point.longitude}`;
}

export const getPlaceNotes = ({ company_destination }: PlaceRow) =>
  company_destination?.notes?.trim() || null;

/** Format the known parts as "4200 Industrial Drive, Grayling, MI 49738". A state alone isn't an address. */
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
