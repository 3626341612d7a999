/** Units of wood to choose from, by ID (docs/domain.md#units-and-conversions). */
export const JOB_UNIT_OPTIONS = [
  { value: 1, label: "MBF" },
  { value: 2, label: "Ton" },
  { value: 3, label: "Cord" },
];
