/** The units of wood to choose from, by their ids (spec 1, section 9). */
export const UNITS = [
  { value: 1, label: "MBF" },
  { value: 2, label: "Ton" },
  { value: 3, label: "Cord" },
];
