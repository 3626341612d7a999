/** Columns of a ticket row that describe its destination; rows of `selectTickets` have them. */
export type DestinationPlaceRow = {
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
 * Return the destination's own address, position and notes. The company's office address is never used: a mill has
 * several yards, and a pin is where its owner set it.
 */
export const toDestinationPlace = (row: DestinationPlaceRow) => ({
  mill: getReceivingMillName(row),
  address: formatDestinationAddress(row),
  position: formatDestinationPosition(row),
  notes: getDestinationNotes(row),
});

/**
 * Return the name of the company that receives the load: the location's company, or the mill named on the pin; null if
 * the pin names no mill.
 */
export const getReceivingMillName = ({ mill, company_location, pinned_mill_id }: DestinationPlaceRow) =>
  company_location || pinned_mill_id !== null ? (mill?.name ?? null) : null;

export const formatDestinationAddress = ({ company_location: at, place_state }: DestinationPlaceRow) =>
  at && addressLine({ ...at, state: place_state });

export function formatDestinationPosition({
  company_location,
  company_destination,
}: DestinationPlaceRow): string | null {
  const point = company_location ?? company_destination;
  return point && `${point.latitude}, ${point.longitude}`;
}

export const getDestinationNotes = ({ company_destination }: DestinationPlaceRow) =>
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
