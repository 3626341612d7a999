const bare = (position: string) => position.replaceAll(" ", "");

/** Return a link for directions to a position such as "44.8361, -84.8203". */
export const buildDirectionsUrl = (position: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(bare(position))}`;

/** Return a link that opens a position in any map app on the device (RFC 5870), including offline apps. */
export const buildGeoUri = (position: string, name: string) =>
  `geo:${bare(position)}?q=${bare(position)}(${encodeURIComponent(name)})`;
