/** So many loads have their slips typed in one page. */
export const MOST_WEIGHED = 50;

/** The cells of a row that are typed. */
export const CELLS = ["scale_ticket_number", "gross_pounds", "tare_pounds"] as const;
export type Cells = Partial<Record<(typeof CELLS)[number], string>>;

/** A row's cells as one text, a weight the same with and without its commas. */
export const joinedCells = (cells: Cells): string =>
  CELLS.map((name) => {
    const text = (cells[name] ?? "").trim();
    return name === "scale_ticket_number" ? text.replaceAll("|", " ") : text.replaceAll(",", "");
  }).join("|");
