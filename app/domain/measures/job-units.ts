/** Units of wood to choose from, by ID (spec 1, section 9). */
export const JOB_UNIT_OPTIONS = [
  { value: 1, label: "MBF" },
  { value: 2, label: "Ton" },
  { value: 3, label: "Cord" },
];
