/** The field that says where a landing is, on the form of a new one and of one that is there. */
export const LANDING_PLACE = {
  name: "coordinates",
  label: "Coordinates",
  maxLength: 60,
  hint: "Latitude and longitude, like 44.8361, -84.8203. Drivers get directions there. Leave empty to use the job's own place.",
};
