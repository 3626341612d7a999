const bare = (position: string) => position.replaceAll(" ", "");

/** Link for directions to a place, "44.8361, -84.8203", in the device's maps app. */
export const buildDirectionsUrl = (position: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(bare(position))}`;

/** Link to the place for any maps app on the device (RFC 5870), including one that works offline. */
export const buildGeoUri = (position: string, name: string) =>
  `geo:${bare(position)}?q=${bare(position)}(${encodeURIComponent(name)})`;
