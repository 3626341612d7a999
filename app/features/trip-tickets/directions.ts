/** The way to a place, "44.8361, -84.8203", by whatever maps the device has. */
export const directions = (position: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(position.replace(" ", ""))}`;
