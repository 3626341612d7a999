const bare = (position: string) => position.replaceAll(" ", "");

/** The way to a place, "44.8361, -84.8203", by whatever maps the device has. */
export const directions = (position: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(bare(position))}`;

/** The place itself for any app of the device that knows maps (RFC 5870), also one that works without a signal. */
export const geoLink = (position: string, name: string) =>
  `geo:${bare(position)}?q=${bare(position)}(${encodeURIComponent(name)})`;
